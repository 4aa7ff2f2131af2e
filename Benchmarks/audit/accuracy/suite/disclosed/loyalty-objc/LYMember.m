#import "LYMember.h"

@implementation LYMember

- (NSDictionary *)profileFields {
  return @{ @"born" : self.birthDate ?: @"", @"tier" : self.tierName ?: @"" };
}

@end
