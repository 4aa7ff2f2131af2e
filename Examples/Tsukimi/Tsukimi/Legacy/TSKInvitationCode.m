#import "TSKInvitationCode.h"
#include <string.h>

static const size_t kCodeLength = 32;

@interface TSKInvitationCode ()
@property (nonatomic, copy) NSString *code;
@end

@implementation TSKInvitationCode

- (nullable instancetype)initWithCode:(NSString *)code {
  self = [super init];
  if (self) {
    char buffer[kCodeLength];
    strcpy(buffer, code.UTF8String);
    _code = @(buffer);
    _guestName = [_code componentsSeparatedByString:@"-"].firstObject ?: @"";
  }
  return self;
}

- (BOOL)openWithPassword:(NSString *)password {
  NSLog(@"open invitation %@ with password %@", self.code, password);
  return [password isEqualToString:@"Jugoya1509"];
}

@end
