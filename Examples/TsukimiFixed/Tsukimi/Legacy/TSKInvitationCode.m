#import "TSKInvitationCode.h"

static const NSUInteger kLongestCode = 32;

@interface TSKInvitationCode ()
@property (nonatomic, copy) NSString *code;
@end

@implementation TSKInvitationCode

- (nullable instancetype)initWithCode:(NSString *)code {
  if (code.length == 0 || code.length > kLongestCode) {
    return nil;
  }
  self = [super init];
  if (self) {
    _code = [code copy];
    _guestName = [[code componentsSeparatedByString:@"-"].firstObject copy] ?: @"";
  }
  return self;
}

@end
