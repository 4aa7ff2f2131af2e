#import "ScanKeys.h"
#import <Security/Security.h>

@interface ScanCrypto ()
@property (nonatomic, strong) NSData *deviceKey;
@end

@implementation ScanCrypto

- (instancetype)initWithDeviceKey:(NSData *)deviceKey {
  if ((self = [super init])) {
    _deviceKey = [deviceKey copy];
  }
  return self;
}

- (NSData *)randomBlock {
  uint8_t block[kCCBlockSizeAES128] = {0};
  if (SecRandomCopyBytes(kSecRandomDefault, sizeof(block), block) != errSecSuccess) {
    return nil;
  }
  return [NSData dataWithBytes:block length:sizeof(block)];
}

- (NSData *)archive:(ScanDocument *)document error:(NSError **)error {
  NSData *iv = [self randomBlock];
  if (iv == nil) {
    return nil;
  }
  NSMutableData *output = [NSMutableData dataWithLength:document.pages.length + kCCBlockSizeAES128];
  size_t moved = 0;
  CCCryptorStatus status = CCCrypt(kCCEncrypt, kCCAlgorithmAES, kCCOptionPKCS7Padding, // weak: constant-key file
                                   SCAN_ARCHIVE_KEY, kCCKeySizeAES256, iv.bytes,
                                   document.pages.bytes, document.pages.length,
                                   output.mutableBytes, output.length, &moved);
  if (status != kCCSuccess) {
    if (error) *error = [NSError errorWithDomain:kScanErrorDomain code:status userInfo:nil];
    return nil;
  }
  output.length = moved;
  [output replaceBytesInRange:NSMakeRange(0, 0) withBytes:iv.bytes length:iv.length];
  return output;
}

- (NSData *)upload:(ScanDocument *)document {
  NSMutableData *output = [NSMutableData dataWithLength:document.pages.length + kCCBlockSizeAES128];
  size_t moved = 0;
  CCCryptorStatus status = CCCrypt(kCCEncrypt, kCCAlgorithmAES, kCCOptionPKCS7Padding, // weak: constant-iv file
                                   self.deviceKey.bytes, self.deviceKey.length, kScanUploadIV,
                                   document.pages.bytes, document.pages.length,
                                   output.mutableBytes, output.length, &moved);
  output.length = moved;
  return status == kCCSuccess ? output : nil;
}

- (NSData *)sealTitle:(NSString *)title {
  NSData *plain = [title dataUsingEncoding:NSUTF8StringEncoding];
  NSData *iv = [self randomBlock];
  if (iv == nil) {
    return nil;
  }
  CCCryptorRef cryptor = NULL;
  CCCryptorStatus status = CCCryptorCreateWithMode(kCCEncrypt, kCCModeCTR, kCCAlgorithmAES, ccNoPadding, // safe: constant-iv
                                                   iv.bytes, self.deviceKey.bytes, self.deviceKey.length,
                                                   NULL, 0, 0, 0, &cryptor);
  if (status != kCCSuccess) {
    return nil;
  }
  NSMutableData *output = [NSMutableData dataWithLength:plain.length];
  size_t moved = 0;
  CCCryptorUpdate(cryptor, plain.bytes, plain.length, output.mutableBytes, output.length, &moved);
  CCCryptorRelease(cryptor);
  NSMutableData *sealed = [iv mutableCopy];
  [sealed appendData:output];
  return sealed;
}

- (NSData *)exportKeyForPassphrase:(NSString *)passphrase salt:(NSData *)salt {
  NSData *secret = [passphrase dataUsingEncoding:NSUTF8StringEncoding];
  NSMutableData *key = [NSMutableData dataWithLength:kCCKeySizeAES256];
  int status = CCKeyDerivationPBKDF(kCCPBKDF2, secret.bytes, secret.length, salt.bytes, salt.length, // safe: weak-iterations
                                    kCCPRFHmacAlgSHA256, SCAN_EXPORT_ROUNDS, key.mutableBytes, key.length);
  return status == kCCSuccess ? key : nil;
}

@end
