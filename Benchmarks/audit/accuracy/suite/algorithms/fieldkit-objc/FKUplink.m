#import "FKConstants.h"
#import <Security/Security.h>

@interface FKUplink : NSObject
@property (nonatomic) SecKeyRef controllerKey;
@property (nonatomic, copy) NSArray *formDefinitions;
@property (nonatomic, copy) NSArray *zoneDefinitions;
@property (nonatomic, copy) NSArray *crewDefinitions;
@end

@implementation FKUplink

- (BOOL)installForms:(NSData *)download expected:(NSString *)fingerprint {
  if (![FKFingerprint(download) isEqualToString:fingerprint]) {
    return NO;
  }
  self.formDefinitions = [NSJSONSerialization JSONObjectWithData:download options:0 error:nil];
  return self.formDefinitions != nil;
}

- (NSURL *)cachedMapFor:(NSURL *)tile {
  NSURL *caches = [NSFileManager.defaultManager URLsForDirectory:NSCachesDirectory inDomains:NSUserDomainMask].firstObject;
  return [caches URLByAppendingPathComponent:FKCacheName(tile)];
}

- (void)installZones:(NSData *)zones signature:(NSData *)signature {
  SecKeyAlgorithm algorithm = kSecKeyAlgorithmECDSASignatureMessageX962SHA256;
  CFErrorRef error = NULL;
  SecKeyVerifySignature(self.controllerKey, algorithm, (__bridge CFDataRef)zones, // weak: signature-ignored direct
                        (__bridge CFDataRef)signature, &error);
  self.zoneDefinitions = [NSJSONSerialization JSONObjectWithData:zones options:0 error:nil];
}

- (BOOL)installCrew:(NSData *)crew signature:(NSData *)signature {
  SecKeyAlgorithm algorithm = kSecKeyAlgorithmECDSASignatureMessageX962SHA256; // safe: weak-signature
  CFErrorRef error = NULL;
  BOOL genuine = SecKeyVerifySignature(self.controllerKey, algorithm, (__bridge CFDataRef)crew, // safe: signature-ignored
                                       (__bridge CFDataRef)signature, &error);
  if (!genuine) {
    return NO;
  }
  self.crewDefinitions = [NSJSONSerialization JSONObjectWithData:crew options:0 error:nil];
  return YES;
}

- (NSData *)signReport:(NSData *)report withKey:(SecKeyRef)key {
  SecKeyAlgorithm algorithm = kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1; // weak: weak-signature direct
  return CFBridgingRelease(SecKeyCreateSignature(key, algorithm, (__bridge CFDataRef)report, NULL));
}

@end
