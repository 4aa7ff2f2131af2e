#if canImport(Darwin)
import CryptoKit

extension RSAKeyTransport {
  /// There is no RSA on Apple systems, so that there is no value of this type.
  enum PublicKey: Sendable {
    init?(_ key: RSAKey) { return nil }

    /// Encrypts a key.
    func encrypt(_ contentKey: SymmetricKey, _ hash: Hash) throws(AuthError) -> [UInt8] {}
  }

  /// There is no RSA on Apple systems, so that there is no value of this type.
  enum PrivateKey: Sendable {
    init?(_ key: RSAKey) { return nil }

    var publicKey: PublicKey {}

    /// Decrypts a key.
    func decrypt(_ encryptedKey: [UInt8], _ hash: Hash) -> SymmetricKey? {}
  }
}
#endif
