#import "KMDTill.h"
#import <CommonCrypto/CommonCrypto.h>
#import <LocalAuthentication/LocalAuthentication.h>
#import <Security/Security.h>
#import <UIKit/UIKit.h>
#import <objc/runtime.h>
#include <stdio.h>
#include <string.h>

#define KMD_SERVICE_PASSWORD @"Torinoichi1120"
static NSString *const kServiceName = @"example.kumade.till"; // strcpy is not used here

@implementation KMDTill

+ (void)load {
  Method original = class_getInstanceMethod([NSURLRequest class], @selector(initWithURL:));
  Method replacement = class_getInstanceMethod([self class], @selector(kmd_initWithURL:));
  method_exchangeImplementations(original, replacement);
}

- (BOOL)openDrawerWithCode:(NSString *)code {
  char line[16];
  sprintf(line, "OPEN %s", code.UTF8String);
  NSLog(@"drawer of %@ opened with code %@", self.shop, code);
  return [code isEqualToString:@"8841"];
}

- (NSData *)digestOfPassword:(NSString *)password {
  NSMutableData *digest = [NSMutableData dataWithLength:CC_MD5_DIGEST_LENGTH];
  CC_MD5(password.UTF8String, (CC_LONG)password.length, digest.mutableBytes);
  return digest;
}

- (NSDictionary *)readCard:(NSData *)record {
  return [NSKeyedUnarchiver unarchiveObjectWithData:record];
}

- (NSData *)seal:(NSData *)card key:(NSData *)key {
  NSMutableData *sealed = [NSMutableData dataWithLength:card.length + kCCBlockSizeDES];
  size_t moved = 0;
  CCCrypt(kCCEncrypt, kCCAlgorithmDES, kCCOptionPKCS7Padding, key.bytes, kCCKeySizeDES, NULL, card.bytes, card.length,
          sealed.mutableBytes, sealed.length, &moved);
  return sealed;
}

- (void)keepToken:(NSString *)token {
  NSDictionary *query = @{
    (__bridge id)kSecClass : (__bridge id)kSecClassGenericPassword,
    (__bridge id)kSecAttrService : kServiceName,
    (__bridge id)kSecAttrAccount : @"token",
    (__bridge id)kSecValueData : [token dataUsingEncoding:NSUTF8StringEncoding],
  };
  SecItemAdd((__bridge CFDictionaryRef)query, NULL);
  NSDictionary *cookie = @{NSHTTPCookieName : @"session", NSHTTPCookieValue : token, NSHTTPCookieDomain : @"kumade.example", NSHTTPCookiePath : @"/"};
  [[NSHTTPCookieStorage sharedHTTPCookieStorage] setCookie:[NSHTTPCookie cookieWithProperties:cookie]];
}

- (void)saveJournal:(NSData *)journal {
  NSDictionary *attributes = @{NSFileProtectionKey : NSFileProtectionNone};
  [[NSFileManager defaultManager] createFileAtPath:[NSTemporaryDirectory() stringByAppendingPathComponent:@"journal"] contents:journal attributes:attributes];
}

- (BOOL)connection:(NSURLConnection *)connection canAuthenticateAgainstProtectionSpace:(NSURLProtectionSpace *)space {
  return YES;
}

- (void)connection:(NSURLConnection *)connection didReceiveAuthenticationChallenge:(NSURLAuthenticationChallenge *)challenge {
  NSURLCredential *credential = [NSURLCredential credentialForTrust:challenge.protectionSpace.serverTrust];
  [challenge.sender useCredential:credential forAuthenticationChallenge:challenge];
}

- (void)askForFinger:(void (^)(void))open {
  LAContext *context = [[LAContext alloc] init];
  [context evaluatePolicy:LAPolicyDeviceOwnerAuthenticationWithBiometrics
          localizedReason:@"レジを開けます"
                    reply:^(BOOL success, NSError *error) {
                      if (success) {
                        open();
                      }
                    }];
}

- (void)report:(NSString *)message {
  NSLog(message);
  NSLog(@"%@", message.length > 0 ? @"reported" : @"nothing to report");
}

- (NSString *)deviceName {
  NSString *name = [NSString stringWithFormat:@"%@-%@-%@", UIDevice.currentDevice.identifierForVendor.UUIDString,
                                              UIDevice.currentDevice.name, UIDevice.currentDevice.model];
  NSURL *url = [NSURL URLWithString:[@"https://till.kumade.example/hello?device=" stringByAppendingString:name]];
  [[[NSURLSession sharedSession] dataTaskWithURL:url] resume];
  return name;
}

- (void)parse:(NSData *)stock {
  NSXMLParser *parser = [[NSXMLParser alloc] initWithData:stock];
  parser.shouldResolveExternalEntities = YES;
  [parser parse];
}

- (BOOL)hasOldBrowser:(id)view {
  return [view isKindOfClass:[UIWebView class]];
}

- (BOOL)isJailbroken {
  return [[NSFileManager defaultManager] fileExistsAtPath:@"/bin/bash"];
}

- (BOOL)checkStaffPassword:(NSString *)password {
  NSDictionary *staff = [NSDictionary dictionaryWithContentsOfFile:[[NSBundle mainBundle] pathForResource:@"staff" ofType:@"plist"]];
  return [password isEqualToString:staff[@"password"]];
}

@end
