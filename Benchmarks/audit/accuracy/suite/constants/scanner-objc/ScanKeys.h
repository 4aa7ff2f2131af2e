#import <Foundation/Foundation.h>
#import <CommonCrypto/CommonCrypto.h>

NS_ASSUME_NONNULL_BEGIN

#define SCAN_ARCHIVE_KEY "Sc4nArchiveKey-7f21b0c9-padded!!"
#define SCAN_EXPORT_ROUNDS 300000

static const uint8_t kScanUploadIV[kCCBlockSizeAES128] = {
  0x21, 0x43, 0x65, 0x87, 0xa9, 0xcb, 0xed, 0x0f, 0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0
};

static NSString *const kScanPasswordDefaultsKey = @"scan.export.passwordEnabled"; // safe: constant-password
static NSString *const kScanKeychainService = @"com.paperlane.scan";
static NSString *const kScanErrorDomain = @"ScanErrorDomain";

@interface ScanDocument : NSObject
@property (nonatomic, copy) NSString *title;
@property (nonatomic, copy) NSData *pages;
@property (nonatomic, strong, nullable) NSDate *scannedAt;
- (instancetype)initWithTitle:(NSString *)title pages:(NSData *)pages;
@end

@interface ScanCrypto : NSObject
- (instancetype)initWithDeviceKey:(NSData *)deviceKey;
- (nullable NSData *)archive:(ScanDocument *)document error:(NSError **)error;
- (nullable NSData *)upload:(ScanDocument *)document;
- (nullable NSData *)sealTitle:(NSString *)title;
- (nullable NSData *)exportKeyForPassphrase:(NSString *)passphrase salt:(NSData *)salt;
@end

NS_ASSUME_NONNULL_END
