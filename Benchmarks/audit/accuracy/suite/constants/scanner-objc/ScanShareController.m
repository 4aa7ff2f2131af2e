#import "ScanKeys.h"
#import <UIKit/UIKit.h>

@interface ScanShareController : UIViewController <NSURLSessionTaskDelegate>
@property (nonatomic, strong) UITextField *passphraseField;
@property (nonatomic, copy) NSString *sharePassword;
@end

@implementation ScanShareController

- (void)viewDidLoad {
  [super viewDidLoad];
  self.sharePassword = @"";
  self.passphraseField = [[UITextField alloc] initWithFrame:CGRectZero];
  self.passphraseField.secureTextEntry = YES;
  self.passphraseField.placeholder = @"Password for this share"; // safe: constant-password
  [self.view addSubview:self.passphraseField];
}

- (NSString *)printerSecret {
  return [@[@"office", @"printer", @"9100"] componentsJoinedByString:@"-"];
}

- (void)URLSession:(NSURLSession *)session
              task:(NSURLSessionTask *)task
didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
 completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler {
  NSURLCredential *credential = nil;
  if ([challenge.protectionSpace.host hasSuffix:@".printers.local"]) {
    credential = [NSURLCredential credentialWithUser:@"scan" // weak: constant-password helper
                                            password:[self printerSecret]
                                         persistence:NSURLCredentialPersistenceNone];
  } else {
    self.sharePassword = self.passphraseField.text;
    credential = [NSURLCredential credentialWithUser:@"scan" // safe: constant-password
                                            password:self.sharePassword
                                         persistence:NSURLCredentialPersistenceForSession];
  }
  completionHandler(NSURLSessionAuthChallengeUseCredential, credential);
}

- (NSData *)shareKeyForPassphrase:(NSString *)passphrase {
  const char *salt = "paperlane-share";
  NSData *secret = [passphrase dataUsingEncoding:NSUTF8StringEncoding];
  uint8_t key[kCCKeySizeAES256];
  CCKeyDerivationPBKDF(kCCPBKDF2, secret.bytes, secret.length, (const uint8_t *)salt, strlen(salt), // weak: constant-salt direct
                       kCCPRFHmacAlgSHA256, SCAN_EXPORT_ROUNDS, key, sizeof(key));
  return [NSData dataWithBytes:key length:sizeof(key)];
}

- (NSData *)linkKeyForPin:(NSString *)pin salt:(NSData *)salt {
  NSData *secret = [pin dataUsingEncoding:NSUTF8StringEncoding];
  const unsigned rounds = 1024;
  uint8_t key[kCCKeySizeAES256];
  CCKeyDerivationPBKDF(kCCPBKDF2, secret.bytes, secret.length, salt.bytes, salt.length, // weak: weak-iterations direct
                       kCCPRFHmacAlgSHA256, rounds, key, sizeof(key));
  return [NSData dataWithBytes:key length:sizeof(key)];
}

- (NSData *)pageTag:(NSData *)page key:(NSData *)key {
  uint8_t mac[CC_SHA256_DIGEST_LENGTH];
  CCHmac(kCCHmacAlgSHA256, key.bytes, key.length, page.bytes, page.length, mac); // safe: constant-key
  return [NSData dataWithBytes:mac length:sizeof(mac)];
}

- (NSData *)coverTag:(NSData *)page {
  NSData *key = [[NSData alloc] initWithBase64EncodedString:@"cGFwZXJsYW5lLWNvdmVyLXRhZw==" options:0];
  uint8_t mac[CC_SHA256_DIGEST_LENGTH];
  CCHmac(kCCHmacAlgSHA256, key.bytes, key.length, page.bytes, page.length, mac); // weak: constant-key direct
  return [NSData dataWithBytes:mac length:sizeof(mac)];
}

@end
