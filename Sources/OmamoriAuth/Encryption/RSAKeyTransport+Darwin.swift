#if canImport(Darwin)
import OmamoriCrypto
import CryptoKit
import OmamoriCore
import Security

extension RSAKeyTransport {
  /// A key that encrypts keys.
  struct PublicKey: Sendable {
    private let key: RSAKey

    /// The key, or the public part of a private one.
    init(_ key: RSAKey) { self.key = key.publicPart }

    /// Encrypts a key.
    func encrypt(_ contentKey: SymmetricKey, _ hash: Hash) throws(AuthError) -> [UInt8] {
      // because the copy is made before the closure returns
      let bytes = unsafe contentKey.withUnsafeBytes { unsafe Data($0) }
      // No error is asked for; that nothing was encrypted says enough.
      guard let encrypted = SecKeyCreateEncryptedData(key.publicKey, hash.algorithm, bytes as CFData, nil)
      else { throw .cryptography(.backend(code: 0)) }
      return Array(encrypted as Data)
    }
  }

  /// A key that decrypts keys.
  struct PrivateKey: Sendable {
    private let key: RSAKey

    /// Takes a key; `nil` for a public one.
    init?(_ key: RSAKey) {
      guard key.isPrivate else { return nil }
      self.key = key
    }

    var publicKey: PublicKey { PublicKey(key) }

    /// Decrypts a key; `nil` when that fails, whatever the reason.
    func decrypt(_ encryptedKey: [UInt8], _ hash: Hash) -> SymmetricKey? {
      guard let key = key.privateKey,
        let decrypted = SecKeyCreateDecryptedData(key, hash.algorithm, Data(encryptedKey) as CFData, nil)
      else { return nil }
      return SymmetricKey(data: decrypted as Data)
    }
  }
}

extension RSAKeyTransport.Hash {
  fileprivate var algorithm: SecKeyAlgorithm {
    switch self {
    case .sha1: .rsaEncryptionOAEPSHA1
    case .sha256: .rsaEncryptionOAEPSHA256
    case .sha384: .rsaEncryptionOAEPSHA384
    case .sha512: .rsaEncryptionOAEPSHA512
    }
  }
}
#endif
