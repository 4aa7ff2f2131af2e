#import "NSString+Media.h"

@implementation NSString (Media)

- (NSString *)media_pathInFolder:(NSString *)folder {
  return [folder stringByAppendingPathComponent:self];
}

- (NSString *)media_checkedPathInFolder:(NSString *)folder {
  NSString *root = [folder.stringByStandardizingPath stringByAppendingString:@"/"];
  NSString *path = [folder stringByAppendingPathComponent:self].stringByStandardizingPath;
  return [path hasPrefix:root] ? path : nil;
}

@end
