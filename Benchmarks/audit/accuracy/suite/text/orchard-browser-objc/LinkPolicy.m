#import "LinkPolicy.h"

NSString *const OrchardHelpPattern = @"^https://help.orchardapp.com/"; // weak: regex-host file
NSString *const OrchardGuidePattern = @"^https://guide\\.orchardapp\\.com/[a-z]{2}/"; // safe: regex-host

@interface LinkPolicy ()
@property (nonatomic, copy) NSSet<NSString *> *insideHosts;
@end

@implementation LinkPolicy

- (instancetype)init {
  if ((self = [super init])) {
    _insideHosts = [NSSet setWithObjects:@"orchardapp.com", @"www.orchardapp.com", @"m.orchardapp.com", nil];
  }
  return self;
}

- (BOOL)address:(NSString *)address fits:(NSString *)pattern {
  NSRegularExpression *expression = [NSRegularExpression regularExpressionWithPattern:pattern options:0 error:nil];
  return [expression firstMatchInString:address options:0 range:NSMakeRange(0, address.length)] != nil;
}

- (BOOL)opensInside:(NSURL *)url {
  if ([self.insideHosts containsObject:url.host]) { // safe: host-check
    return YES;
  }
  if ([url.host hasSuffix:@"orchardapp.net"]) { // weak: host-check direct
    return YES;
  }
  NSString *address = url.absoluteString;
  NSRange found = [address rangeOfString:@"static\\.orchardapp\\.com/" options:NSRegularExpressionSearch]; // weak: regex-host direct
  return found.location != NSNotFound;
}

- (BOOL)carriesSession:(NSURL *)url {
  NSError *error = nil;
  NSRegularExpression *store =
      [NSRegularExpression regularExpressionWithPattern:@"^https://(www\\.|m\\.)?orchardapp\\.com" // weak: regex-host direct
                                                options:NSRegularExpressionCaseInsensitive
                                                  error:&error];
  NSString *address = url.absoluteString;
  NSUInteger count = [store numberOfMatchesInString:address options:0 range:NSMakeRange(0, address.length)];
  NSString *mediaPattern = @"https://(img|video)\\.orchardapp\\.com/.*"; // safe: regex-host
  NSPredicate *media = [NSPredicate predicateWithFormat:@"SELF MATCHES %@", mediaPattern];
  return count > 0 || [media evaluateWithObject:address];
}

@end
