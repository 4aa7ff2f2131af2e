import CryptoKit
import Foundation
import LocalAuthentication
import Security

enum KeyFactoryError: Error {
  /// There is no journal yet; it begins with a recovery passphrase.
  case noJournal
  /// The enrolled face or finger has changed, which took the key away; the passphrase brings it back.
  case enrolmentChanged
  case generation
  case unsupported
  case encryption
}

// 鍵を作る・読み出す。
struct KeyFactory {
  private let store = KeychainStore.shared

  /// The key of the journal, which this never makes: an absent key may be one that a new enrolment took away.
  func journalKey(context: LAContext) throws -> SymmetricKey {
    if let stored = try store.load(.journalKey, context: context) {
      return SymmetricKey(data: stored)
    }
    let hasCopy = try store.load(.wrappedJournalKey) != nil
    throw hasCopy ? KeyFactoryError.enrolmentChanged : KeyFactoryError.noJournal
  }

  /// Makes the key of a new journal; its copy under the passphrase is kept first.
  func beginJournal(passphrase: String) async throws -> SymmetricKey {
    let key = SymmetricKey(size: .bits256)
    try await PasswordVerifier.shared.keepCopy(of: key, passphrase: passphrase)
    try store.save(key.withUnsafeBytes { Data($0) }, as: .journalKey)
    return key
  }

  /// Brings the key back from its copy and binds it to the face or finger enrolled now.
  func recoverJournal(passphrase: String) async throws -> SymmetricKey {
    guard let key = try await PasswordVerifier.shared.journalKey(passphrase: passphrase) else {
      throw KeyFactoryError.noJournal
    }
    try store.delete(.journalKey)
    try store.save(key.withUnsafeBytes { Data($0) }, as: .journalKey)
    return key
  }

  // 招待状に署名し、返事を受け取るための鍵。Secure Enclave から出ない。
  func makeInvitationKey() throws -> SecKey {
    let access = try KeychainStore.biometryAccess(flags: [.privateKeyUsage, .biometryCurrentSet])
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
      kSecAttrKeySizeInBits: 256,
      kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
      kSecPrivateKeyAttrs: [
        kSecAttrIsPermanent: true,
        kSecAttrApplicationTag: Data("example.tsukimi.invitation".utf8),
        kSecAttrAccessControl: access,
      ] as [CFString: Any],
    ]
    guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil) else {
      throw KeyFactoryError.generation
    }
    return key
  }

  func wrap(_ secret: Data, for recipient: SecKey) throws -> Data {
    let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    guard SecKeyIsAlgorithmSupported(recipient, .encrypt, algorithm) else {
      throw KeyFactoryError.unsupported
    }
    guard let wrapped = SecKeyCreateEncryptedData(recipient, algorithm, secret as CFData, nil) else {
      throw KeyFactoryError.encryption
    }
    return wrapped as Data
  }
}
