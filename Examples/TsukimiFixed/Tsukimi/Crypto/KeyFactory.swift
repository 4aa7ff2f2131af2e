import CryptoKit
import Foundation
import LocalAuthentication
import Security

enum KeyFactoryError: Error {
  case generation
  case unsupported
  case encryption
}

// 鍵を作る・読み出す。
struct KeyFactory {
  private let store = KeychainStore.shared

  /// The key of the journal; made only when the Keychain says that there is none.
  func journalKey(context: LAContext) throws -> SymmetricKey {
    if let stored = try store.load(.journalKey, context: context) {
      return SymmetricKey(data: stored)
    }
    let key = SymmetricKey(size: .bits256)
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
