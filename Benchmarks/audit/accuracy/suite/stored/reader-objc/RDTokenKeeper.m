#import <Foundation/Foundation.h>
#import <RNCryptor/RNEncryptor.h>
#import <Security/Security.h>

@interface RDTokenKeeper : NSObject
- (OSStatus)keepToken:(NSString *)token forUser:(NSString *)user;
- (BOOL)cacheToken:(NSString *)token sealedWith:(NSString *)deviceSecret;
@end

@implementation RDTokenKeeper

- (OSStatus)keepToken:(NSString *)token forUser:(NSString *)user {
  NSDictionary *item = @{
    (__bridge id)kSecClass : (__bridge id)kSecClassGenericPassword,
    (__bridge id)kSecAttrAccount : user,
    (__bridge id)kSecAttrAccessible : (__bridge id)kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
    (__bridge id)kSecValueData : [token dataUsingEncoding:NSUTF8StringEncoding],
  };
  return SecItemAdd((__bridge CFDictionaryRef)item, NULL); // safe: store-preferences
}

- (BOOL)cacheToken:(NSString *)token sealedWith:(NSString *)deviceSecret {
  NSError *error = nil;
  NSData *plain = [token dataUsingEncoding:NSUTF8StringEncoding];
  NSData *sealed = [RNEncryptor encryptData:plain withSettings:kRNCryptorAES256Settings password:deviceSecret error:&error];
  if (!sealed) {
    return NO;
  }
  [[NSUserDefaults standardUserDefaults] setObject:sealed forKey:@"accessToken"]; // safe: store-preferences
  return YES;
}

@end
