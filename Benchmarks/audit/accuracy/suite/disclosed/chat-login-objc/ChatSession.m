#import "ChatSession.h"
#import "ChatLog.h"
#import <AFNetworking/AFNetworking.h>
#import <CocoaLumberjack/CocoaLumberjack.h>

static NSString *const kRefreshTokenKey = @"refresh_token";
static NSString *const kDirectoryURL = @"http://directory.chat.example/v1/lookup";
static const DDLogLevel ddLogLevel = DDLogLevelInfo;

@interface ChatSession ()
@property (nonatomic, strong) AFHTTPSessionManager *manager;
@property (nonatomic, copy) NSString *refreshToken;
@end

@implementation ChatSession

- (instancetype)init {
  if ((self = [super init])) {
    _manager = [[AFHTTPSessionManager alloc] initWithBaseURL:[NSURL URLWithString:@"https://api.chat.example"]];
  }
  return self;
}

- (void)applyLoginResponse:(NSDictionary *)json {
  self.refreshToken = json[kRefreshTokenKey];
  DDLogInfo(@"login answer: %@", json[kRefreshTokenKey]); // weak: log direct
  DDLogInfo(@"login answer has %@: %d", kRefreshTokenKey, self.refreshToken != nil); // safe: log
  [[ChatLog shared] write:[@"session " stringByAppendingString:self.refreshToken]]; // weak: log file
  [[ChatLog shared] writeMasked:self.refreshToken label:@"session"]; // safe: log
  ChatTrace(@"refresh token %@", self.refreshToken); // safe: log
}

- (void)lookUpPhone:(NSString *)phoneNumber completion:(void (^)(NSDictionary *))completion {
  NSDictionary *parameters = @{ @"phone" : phoneNumber };
  [self.manager POST:kDirectoryURL // weak: clear-text helper
          parameters:parameters
             headers:nil
            progress:nil
             success:^(NSURLSessionDataTask *task, id answer) {
               completion(answer);
             }
             failure:^(NSURLSessionDataTask *task, NSError *error) {
               DDLogError(@"lookup failed: %@", error);
             }];
}

- (void)signInWithPhone:(NSString *)phoneNumber passcode:(NSString *)passcode {
  __weak typeof(self) weakSelf = self;
  [self.manager POST:@"/v1/login" // safe: clear-text
          parameters:@{ @"phone" : phoneNumber, @"passcode" : passcode }
             headers:nil
            progress:nil
             success:^(NSURLSessionDataTask *task, id answer) {
               [weakSelf applyLoginResponse:answer];
             }
             failure:nil];
}

- (void)requireToken {
  if (self.refreshToken.length < 20) {
    @throw [NSException exceptionWithName:NSInternalInconsistencyException // weak: log direct
                                   reason:[NSString stringWithFormat:@"unexpected refresh token %@", self.refreshToken]
                                 userInfo:nil];
  }
}

@end
