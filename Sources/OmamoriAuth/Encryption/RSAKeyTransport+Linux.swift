#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

extension RSAKeyTransport {
  /// A key that encrypts keys.
  struct PublicKey: Sendable {
    let key: RSA.Encryption.PublicKey

    init(key: RSA.Encryption.PublicKey) { self.key = key }

    /// The key with the same numbers.
    init(_ key: RSAKey) { self.key = RSA.Encryption.PublicKey(numbers: key.publicKey.numbers) }

    /// Encrypts a key.
    func encrypt(_ contentKey: SymmetricKey, _ hash: Hash) throws(AuthError) -> [UInt8] {
      // because the buffer is only read during the call
      let bytes = unsafe contentKey.withUnsafeBytes { unsafe Array($0) }
      do throws(CryptoError) {
        return Array(try key.encrypt(bytes, padding: .OAEP(hash.value)))
      } catch {
        throw .cryptography(error)
      }
    }
  }

  /// A key that decrypts keys.
  struct PrivateKey: Sendable {
    let key: RSA.Encryption.PrivateKey

    init(key: RSA.Encryption.PrivateKey) { self.key = key }

    /// The key with the same numbers; `nil` for a public key.
    init?(_ key: RSAKey) {
      guard let key = key.privateKey else { return nil }
      self.key = RSA.Encryption.PrivateKey(numbers: key.numbers)
    }

    var publicKey: PublicKey { PublicKey(key: key.publicKey) }

    /// Decrypts a key; `nil` when that fails, whatever the reason.
    func decrypt(_ encryptedKey: [UInt8], _ hash: Hash) -> SymmetricKey? {
      do throws(CryptoError) {
        return SymmetricKey(data: try key.decrypt(encryptedKey, padding: .OAEP(hash.value)))
      } catch {
        return nil
      }
    }
  }
}

extension RSAKeyTransport.Hash {
  fileprivate var value: RSA.Hash {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
}
#endif
