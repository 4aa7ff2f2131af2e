#import "FKConstants.h"
#import <Security/Security.h>

@interface FKRecordSealer : NSObject
@property (nonatomic, copy) NSData *key;
@end

@implementation FKRecordSealer

- (NSData *)sealRecord:(NSData *)record {
  NSData *iv = [self randomOfLength:kCCBlockSizeDES];
  return [self crypt:record algorithm:FKRecordAlgorithm options:FKPhotoOptions keyLength:kCCKeySizeDES iv:iv];
}

- (NSData *)sealPhoto:(NSData *)photo {
  NSData *iv = [self randomOfLength:kCCBlockSizeAES128];
  return [self crypt:photo algorithm:FKPhotoAlgorithm options:FKPhotoOptions keyLength:kCCKeySizeAES256 iv:iv];
}

- (NSData *)sealIndex:(NSArray<NSString *> *)entries {
  NSData *plain = [[entries componentsJoinedByString:@"\n"] dataUsingEncoding:NSUTF8StringEncoding];
  return [self crypt:plain algorithm:FKPhotoAlgorithm options:FKIndexOptions keyLength:kCCKeySizeAES256 iv:nil];
}

- (NSData *)crypt:(NSData *)data
        algorithm:(CCAlgorithm)algorithm
          options:(CCOptions)options
        keyLength:(size_t)keyLength
               iv:(NSData *)iv {
  NSMutableData *out = [NSMutableData dataWithLength:data.length + kCCBlockSizeAES128];
  size_t moved = 0;
  CCCryptorStatus status = CCCrypt(kCCEncrypt, algorithm, options, self.key.bytes, keyLength, iv.bytes,
                                   data.bytes, data.length, out.mutableBytes, out.length, &moved);
  if (status != kCCSuccess) {
    return nil;
  }
  out.length = moved;
  NSMutableData *sealed = [NSMutableData dataWithData:iv ?: [NSData data]];
  [sealed appendData:out];
  return sealed;
}

- (NSData *)randomOfLength:(NSUInteger)length {
  NSMutableData *bytes = [NSMutableData dataWithLength:length];
  if (SecRandomCopyBytes(kSecRandomDefault, length, bytes.mutableBytes) != errSecSuccess) { // safe: random-ignored
    [NSException raise:NSInternalInconsistencyException format:@"no random bytes"];
  }
  return bytes;
}

- (NSData *)newSurveyKey {
  NSMutableData *key = [NSMutableData dataWithLength:kCCKeySizeAES256];
  (void)SecRandomCopyBytes(kSecRandomDefault, key.length, key.mutableBytes); // weak: random-ignored direct
  return key;
}

- (NSString *)newAccessCode {
  NSMutableString *code = [NSMutableString string];
  for (int i = 0; i < 8; i++) {
    [code appendFormat:@"%d", rand() % 10]; // weak: weak-random direct
  }
  return code;
}

- (NSString *)newCrewCode {
  NSMutableString *code = [NSMutableString string];
  for (int i = 0; i < 8; i++) {
    [code appendFormat:@"%u", arc4random_uniform(10)]; // safe: weak-random
  }
  return code;
}

@end
