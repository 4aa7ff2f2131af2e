#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@interface RDAccount : NSObject
@property (nonatomic, copy) NSString *loginName;
@property (nonatomic, copy) NSString *passwd;
@property (nonatomic, copy) NSString *apiSecret;
@property (nonatomic, copy) NSString *libraryCardNo;
@property (nonatomic, copy) NSString *kojinBango;
@property (nonatomic, strong) NSDate *sessionExpiry;
@end

@interface RDAccountDefaults : NSObject
- (void)saveAccount:(RDAccount *)account;
- (void)saveMyNumber:(RDAccount *)account;
- (void)forgetAccount;
- (BOOL)savePasscode:(NSString *)passcode remember:(BOOL)remember;
@end

NS_ASSUME_NONNULL_END
