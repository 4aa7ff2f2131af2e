import OmamoriCore
import OmamoriCrypto
#if canImport(Darwin)
import CryptoKit
import Security
#endif

/// The encryption of keys with RSAES-OAEP (RFC 7518 §4.3).
enum RSAKeyTransport {
  /// The hash function, which is also that of the mask.
  enum Hash: Equatable {
    case sha1
    case sha256
    case sha384
    case sha512
  }

  /// A key that encrypts keys.
  struct PublicKey: Sendable {
    #if canImport(Darwin)
    private let key: RSAKey
    #else
    private let key: RSA.Encryption.PublicKey

    init(key: RSA.Encryption.PublicKey) { self.key = key }
    #endif

    /// The key with the same numbers, or the public part of a private one.
    init(_ key: RSAKey) {
      #if canImport(Darwin)
      self.key = key.publicPart
      #else
      self.key = RSA.Encryption.PublicKey(numbers: key.publicKey.numbers)
      #endif
    }

    /// Encrypts a key.
    func encrypt(_ contentKey: SymmetricKey, _ hash: Hash) throws(AuthError) -> [UInt8] {
      #if canImport(Darwin)
      // because the copy is made before the closure returns
      let bytes = unsafe contentKey.withUnsafeBytes { unsafe Data($0) }
      // No error is asked for; that nothing was encrypted says enough.
      guard let encrypted = SecKeyCreateEncryptedData(key.publicKey, hash.value, bytes as CFData, nil)
      else { throw .cryptography(.backend(code: 0)) }
      return Array(encrypted as Data)
      #else
      // because the buffer is only read during the call
      let bytes = unsafe contentKey.withUnsafeBytes { unsafe Array($0) }
      do throws(CryptoError) {
        return Array(try key.encrypt(bytes, padding: .OAEP(hash.value)))
      } catch {
        throw .cryptography(error)
      }
      #endif
    }
  }

  /// A key that decrypts keys.
  struct PrivateKey: Sendable {
    #if canImport(Darwin)
    private let key: RSAKey
    #else
    private let key: RSA.Encryption.PrivateKey

    init(key: RSA.Encryption.PrivateKey) { self.key = key }
    #endif

    /// The key with the same numbers; `nil` for a public key.
    init?(_ key: RSAKey) {
      #if canImport(Darwin)
      guard key.isPrivate else { return nil }
      self.key = key
      #else
      guard let key = key.privateKey else { return nil }
      self.key = RSA.Encryption.PrivateKey(numbers: key.numbers)
      #endif
    }

    var publicKey: PublicKey {
      #if canImport(Darwin)
      PublicKey(key)
      #else
      PublicKey(key: key.publicKey)
      #endif
    }

    /// Decrypts a key; `nil` when that fails, whatever the reason.
    func decrypt(_ encryptedKey: [UInt8], _ hash: Hash) -> SymmetricKey? {
      #if canImport(Darwin)
      guard let key = key.privateKey,
        let decrypted = SecKeyCreateDecryptedData(key, hash.value, Data(encryptedKey) as CFData, nil)
      else { return nil }
      return SymmetricKey(data: decrypted as Data)
      #else
      do throws(CryptoError) {
        return SymmetricKey(data: try key.decrypt(encryptedKey, padding: .OAEP(hash.value)))
      } catch {
        return nil
      }
      #endif
    }
  }
}

extension RSAKeyTransport.Hash {
  #if canImport(Darwin)
  fileprivate var value: SecKeyAlgorithm {
    switch self {
    case .sha1: .rsaEncryptionOAEPSHA1
    case .sha256: .rsaEncryptionOAEPSHA256
    case .sha384: .rsaEncryptionOAEPSHA384
    case .sha512: .rsaEncryptionOAEPSHA512
    }
  }
  #else
  fileprivate var value: RSA.Hash {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
  #endif
}
