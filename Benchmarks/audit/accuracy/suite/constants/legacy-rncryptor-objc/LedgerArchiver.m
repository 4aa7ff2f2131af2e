#import "LedgerArchiver.h"
#import <CommonCrypto/CommonCrypto.h>

static NSString *const kDraftPhrase = @"ledger.draft.2016";
static NSString *const kArchiveKeyName = @"ledger.archive.key"; // safe: constant-key

@interface LedgerArchiver ()
@property (nonatomic, strong) id<LedgerSecrets> secrets;
@end

@implementation LedgerArchiver

- (instancetype)initWithSecrets:(id<LedgerSecrets>)secrets {
  if ((self = [super init])) {
    _secrets = secrets;
  }
  return self;
}

- (NSData *)monthlyArchive:(NSData *)ledger passphrase:(NSString *)passphrase error:(NSError **)error {
  RNCryptorSettings settings = kRNCryptorAES256Settings;
  settings.keySettings.rounds = 1000; // weak: weak-iterations direct
  settings.HMACKeySettings.rounds = kLedgerArchiveRounds; // safe: weak-iterations
  return [RNEncryptor encryptData:ledger withSettings:settings password:passphrase error:error];
}

- (NSData *)yearlyArchive:(NSData *)ledger passphrase:(NSString *)passphrase error:(NSError **)error {
  RNCryptorSettings settings = kRNCryptorAES256Settings;
  settings.keySettings.rounds = kLedgerArchiveRounds; // safe: weak-iterations
  settings.HMACKeySettings.rounds = 350000; // safe: weak-iterations
  return [RNEncryptor encryptData:ledger withSettings:settings password:passphrase error:error];
}

- (NSData *)draftArchive:(NSData *)ledger error:(NSError **)error {
  return [RNEncryptor encryptData:ledger // weak: constant-password helper
                     withSettings:kRNCryptorAES256Settings
                         password:kDraftPhrase
                            error:error];
}

- (NSData *)openArchive:(NSData *)archive error:(NSError **)error {
  NSString *phrase = [self.secrets archivePassword];
  if (phrase.length == 0) {
    return nil;
  }
  return [RNDecryptor decryptData:archive withPassword:phrase error:error]; // safe: constant-password
}

- (NSData *)cloudArchive:(NSData *)ledger error:(NSError **)error {
  NSData *cipherKey = [self.secrets archiveKeyNamed:kArchiveKeyName];
  NSData *macKey = [self.secrets archiveKeyNamed:@"ledger.archive.mac"];
  if (cipherKey != nil && macKey != nil) {
    return [RNEncryptor encryptData:ledger // safe: constant-key
                       withSettings:kRNCryptorAES256Settings
                      encryptionKey:cipherKey
                            HMACKey:macKey
                              error:error];
  }
  char raw[kCCKeySizeAES256];
  memset(raw, 0x5a, sizeof(raw));
  NSData *spare = [NSData dataWithBytes:raw length:sizeof(raw)];
  return [RNEncryptor encryptData:ledger // weak: constant-key direct
                     withSettings:kRNCryptorAES256Settings
                    encryptionKey:spare
                          HMACKey:spare
                            error:error];
}

- (NSData *)indexKeyForPassphrase:(NSString *)passphrase salt:(NSData *)salt {
  RNCryptorKeyDerivationSettings derivation = kRNCryptorAES256Settings.keySettings;
  derivation.PRF = kCCPRFHmacAlgSHA256;
  derivation.rounds = LEDGER_ROUNDS; // weak: weak-iterations file
  return [RNCryptor keyForPassword:passphrase salt:salt settings:derivation];
}

- (NSData *)auditKeyForPassphrase:(NSString *)passphrase salt:(NSData *)salt {
  RNCryptorKeyDerivationSettings derivation = kRNCryptorAES256Settings.keySettings;
  derivation.PRF = kCCPRFHmacAlgSHA256;
  derivation.rounds = kLedgerArchiveRounds; // safe: weak-iterations
  return [RNCryptor keyForPassword:passphrase salt:salt settings:derivation];
}

@end
