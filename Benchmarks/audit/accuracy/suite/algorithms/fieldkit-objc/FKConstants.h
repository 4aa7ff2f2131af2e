#import <CommonCrypto/CommonCrypto.h>
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

extern const CCAlgorithm FKRecordAlgorithm;
extern const CCAlgorithm FKPhotoAlgorithm;
extern const CCOptions FKIndexOptions;
extern const CCOptions FKPhotoOptions;

NSString *FKFingerprint(NSData *data);
NSString *FKCacheName(NSURL *url);

NS_ASSUME_NONNULL_END
