#import "CRKeychain.h"
#import <Security/Security.h>

@implementation CRKeychain

+ (NSMutableDictionary *)queryFor:(NSString *)account {
  return [@{(id)kSecClass: (id)kSecClassGenericPassword, (id)kSecAttrAccount: account} mutableCopy];
}

+ (OSStatus)saveToken:(NSData *)token account:(NSString *)account accessible:(CFStringRef)accessible {
  NSMutableDictionary *item = [self queryFor:account];
  item[(id)kSecAttrAccessible] = (__bridge id)accessible;
  item[(id)kSecValueData] = token;
  return SecItemAdd((__bridge CFDictionaryRef)item, NULL);
}

+ (OSStatus)replacePin:(NSData *)pin account:(NSString *)account {
  NSMutableDictionary *item = [self queryFor:account];
  SecItemDelete((__bridge CFDictionaryRef)item); // weak: keychain-lossy direct
  item[(id)kSecValueData] = pin;
  return SecItemAdd((__bridge CFDictionaryRef)item, NULL);
}

+ (OSStatus)updatePin:(NSData *)pin account:(NSString *)account {
  NSMutableDictionary *item = [self queryFor:account];
  OSStatus status = SecItemUpdate((__bridge CFDictionaryRef)item, (__bridge CFDictionaryRef)@{(id)kSecValueData: pin});
  if (status == errSecItemNotFound) {
    item[(id)kSecValueData] = pin;
    status = SecItemAdd((__bridge CFDictionaryRef)item, NULL); // safe: keychain-lossy
  }
  return status;
}

+ (NSData *)tokenForAccount:(NSString *)account {
  NSMutableDictionary *query = [self queryFor:account];
  query[(id)kSecReturnData] = @YES;
  CFTypeRef found = NULL;
  if (SecItemCopyMatching((__bridge CFDictionaryRef)query, &found) != errSecSuccess) {
    return nil;
  }
  return CFBridgingRelease(found);
}

@end
