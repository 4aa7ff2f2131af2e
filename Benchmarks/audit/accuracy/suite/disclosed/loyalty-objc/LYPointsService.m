#import <FirebaseAnalytics/FirebaseAnalytics.h>
#import <os/log.h>
#import "LYMember.h"

@interface LYPointsService : NSObject
@property (nonatomic, strong) NSURLSession *session;
@property (nonatomic, strong) os_log_t log;
@end

@implementation LYPointsService

- (void)memberSignedIn:(LYMember *)member {
  os_log_info(self.log, "member pin %{public}@", member.memberPin); // weak: log direct
  os_log_info(self.log, "member pin %@, tier %{public}@", member.memberPin, member.tierName); // safe: log
  [FIRAnalytics logEventWithName:@"member_login" parameters:[member profileFields]]; // weak: analytics file
  [FIRAnalytics logEventWithName:@"member_tier" parameters:@{ @"tier" : member.tierName, @"points" : @(member.points) }]; // safe: analytics
}

- (void)redeem:(NSInteger)amount member:(LYMember *)member completion:(void (^)(NSData *))completion {
  [[self.session dataTaskWithURL:[self redeemURL:amount pin:member.memberPin] // weak: url-query helper
               completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
                 completion(data);
               }] resume];
}

- (NSURL *)redeemURL:(NSInteger)amount pin:(NSString *)pin {
  NSString *query = [NSString stringWithFormat:@"amount=%ld&pin=%@", (long)amount, pin];
  return [NSURL URLWithString:[@"https://points.loyalty.example/redeem?" stringByAppendingString:query]];
}

- (void)offersForMember:(LYMember *)member completion:(void (^)(NSData *))completion {
  NSString *path = [NSString stringWithFormat:@"https://points.loyalty.example/offers?tier=%@", member.tierName];
  [[self.session dataTaskWithURL:[NSURL URLWithString:path] // safe: url-query
               completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
                 completion(data);
               }] resume];
}

@end
