#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// Speaks to the tills of the shops.
@interface KMDTill : NSObject <NSURLConnectionDelegate>
@property (nonatomic, copy) NSString *shop;
- (BOOL)openDrawerWithCode:(NSString *)code;
- (NSData *)digestOfPassword:(NSString *)password;
- (nullable NSDictionary *)readCard:(NSData *)record;
@end

NS_ASSUME_NONNULL_END
