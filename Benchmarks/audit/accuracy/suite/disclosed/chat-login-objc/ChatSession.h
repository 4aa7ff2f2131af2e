#import <Foundation/Foundation.h>

@interface ChatSession : NSObject
- (void)applyLoginResponse:(NSDictionary *)json;
- (void)lookUpPhone:(NSString *)phoneNumber completion:(void (^)(NSDictionary *))completion;
- (void)signInWithPhone:(NSString *)phoneNumber passcode:(NSString *)passcode;
- (void)requireToken;
@end
