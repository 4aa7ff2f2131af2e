#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@interface CRKeychain : NSObject
+ (OSStatus)saveToken:(NSData *)token account:(NSString *)account accessible:(CFStringRef)accessible;
+ (OSStatus)replacePin:(NSData *)pin account:(NSString *)account;
+ (OSStatus)updatePin:(NSData *)pin account:(NSString *)account;
+ (nullable NSData *)tokenForAccount:(NSString *)account;
@end

NS_ASSUME_NONNULL_END
