#import "ChatLog.h"

void ChatTrace(NSString *format, ...) {
#if DEBUG
  va_list arguments;
  va_start(arguments, format);
  NSLogv(format, arguments);
  va_end(arguments);
#endif
}

@implementation ChatLog

+ (instancetype)shared {
  static ChatLog *instance;
  static dispatch_once_t once;
  dispatch_once(&once, ^{
    instance = [[ChatLog alloc] init];
  });
  return instance;
}

- (void)write:(NSString *)line {
  NSLog(@"[chat] %@", line);
}

- (void)writeMasked:(NSString *)value label:(NSString *)label {
  NSLog(@"[chat] %@ (%lu characters)", label, (unsigned long)value.length);
}

@end
