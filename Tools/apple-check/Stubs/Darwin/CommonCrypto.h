// The part of Apple's CommonCrypto that this package calls, for type-checking only: CCCrypt.3cc and
// CommonKeyDerivation.h, with Apple's types. Apple's headers carry no nullability here either.
//
// Compared with darwin/CommonCrypto/CommonCryptoError.h and CommonCryptor.h and macos/CommonCrypto/
// CommonKeyDerivation.h, which Darwin.h tells where to find. Nothing differed.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef int32_t CCStatus;
typedef int32_t CCCryptorStatus;
typedef uint32_t CCOperation;
typedef uint32_t CCAlgorithm;
typedef uint32_t CCOptions;
enum { kCCSuccess = 0, kCCParamError = -4300, kCCBufferTooSmall = -4301, kCCMemoryFailure = -4302 };
enum { kCCEncrypt = 0, kCCDecrypt };
enum { kCCAlgorithmAES128 = 0, kCCAlgorithmAES = 0 };
enum { kCCOptionPKCS7Padding = 0x0001, kCCOptionECBMode = 0x0002 };
enum { kCCBlockSizeAES128 = 16, kCCKeySizeAES128 = 16, kCCKeySizeAES192 = 24, kCCKeySizeAES256 = 32 };
CCCryptorStatus CCCrypt(
    CCOperation, CCAlgorithm, CCOptions, const void *, size_t, const void *, const void *, size_t, void *, size_t,
    size_t *);

typedef uint32_t CCPBKDFAlgorithm;
typedef uint32_t CCPseudoRandomAlgorithm;
enum { kCCPBKDF2 = 2 };
enum {
  kCCPRFHmacAlgSHA1 = 1,
  kCCPRFHmacAlgSHA224 = 2,
  kCCPRFHmacAlgSHA256 = 3,
  kCCPRFHmacAlgSHA384 = 4,
  kCCPRFHmacAlgSHA512 = 5,
};
int CCKeyDerivationPBKDF(
    CCPBKDFAlgorithm, const char *, size_t, const uint8_t *, size_t, CCPseudoRandomAlgorithm, unsigned, uint8_t *,
    size_t);
