#import <Foundation/Foundation.h>
#import <RNCryptor-objc/RNCryptor.h>
#import <RNCryptor-objc/RNEncryptor.h>
#import <RNCryptor-objc/RNDecryptor.h>

NS_ASSUME_NONNULL_BEGIN

#define LEDGER_ROUNDS 4096

static const unsigned kLedgerArchiveRounds = 400000;

@interface LedgerEntry : NSObject <NSSecureCoding>
@property (nonatomic, copy) NSString *payee;
@property (nonatomic, strong) NSDecimalNumber *amount;
@property (nonatomic, strong) NSDate *bookedAt;
@end

@protocol LedgerSecrets <NSObject>
- (nullable NSString *)archivePassword;
- (nullable NSData *)archiveKeyNamed:(NSString *)name;
@end

@interface LedgerArchiver : NSObject
- (instancetype)initWithSecrets:(id<LedgerSecrets>)secrets;
- (nullable NSData *)monthlyArchive:(NSData *)ledger passphrase:(NSString *)passphrase error:(NSError **)error;
- (nullable NSData *)yearlyArchive:(NSData *)ledger passphrase:(NSString *)passphrase error:(NSError **)error;
- (nullable NSData *)draftArchive:(NSData *)ledger error:(NSError **)error;
- (nullable NSData *)cloudArchive:(NSData *)ledger error:(NSError **)error;
- (nullable NSData *)openArchive:(NSData *)archive error:(NSError **)error;
- (NSData *)indexKeyForPassphrase:(NSString *)passphrase salt:(NSData *)salt;
- (NSData *)auditKeyForPassphrase:(NSString *)passphrase salt:(NSData *)salt;
@end

NS_ASSUME_NONNULL_END
