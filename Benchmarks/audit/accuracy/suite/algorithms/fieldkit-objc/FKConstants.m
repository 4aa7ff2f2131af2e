#import "FKConstants.h"

const CCAlgorithm FKRecordAlgorithm = kCCAlgorithmDES; // weak: weak-cipher file
const CCAlgorithm FKPhotoAlgorithm = kCCAlgorithmAES; // safe: weak-cipher
const CCOptions FKIndexOptions = kCCOptionPKCS7Padding | kCCOptionECBMode; // weak: ecb file
const CCOptions FKPhotoOptions = kCCOptionPKCS7Padding; // safe: ecb

static NSString *FKHex(const unsigned char *bytes, NSUInteger count) {
  NSMutableString *text = [NSMutableString stringWithCapacity:count * 2];
  for (NSUInteger i = 0; i < count; i++) {
    [text appendFormat:@"%02x", bytes[i]];
  }
  return text;
}

NSString *FKFingerprint(NSData *data) {
  unsigned char digest[CC_SHA1_DIGEST_LENGTH];
  CC_SHA1(data.bytes, (CC_LONG)data.length, digest); // weak: weak-hash file
  return FKHex(digest, sizeof(digest));
}

NSString *FKCacheName(NSURL *url) {
  NSData *data = [url.absoluteString dataUsingEncoding:NSUTF8StringEncoding];
  unsigned char digest[CC_MD5_DIGEST_LENGTH];
  CC_MD5(data.bytes, (CC_LONG)data.length, digest); // safe: weak-hash
  return FKHex(digest, sizeof(digest));
}
