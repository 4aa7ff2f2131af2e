import OmamoriCore
import OmamoriCrypto

extension DecryptionKey.Material {
  /// The private part of a key, for decryption.
  init(_ material: KeyMaterial, _ algorithm: String?) throws(AuthError) {
    do {
      switch material {
      case .secret(let key):
        self = KeyManagementAlgorithm.takesPassword(algorithm) ? .password(key.password) : .symmetric(key)
      case .p256(_, let key?):
        self = .agreement(.p256(try P256.KeyAgreement.PrivateKey(rawRepresentation: key.rawRepresentation)))
      case .p384(_, let key?):
        self = .agreement(.p384(try P384.KeyAgreement.PrivateKey(rawRepresentation: key.rawRepresentation)))
      case .p521(_, let key?):
        self = .agreement(.p521(try P521.KeyAgreement.PrivateKey(rawRepresentation: key.rawRepresentation)))
      case .x25519(_, let key?): self = .agreement(.x25519(key))
      case .rsa(let key):
        guard let key = RSAKeyTransport.PrivateKey(key) else { throw AuthError.key(.unsupported) }
        self = .rsa(key)
      default: throw AuthError.key(.unsupported)
      }
    } catch {
      throw .key(.unsupported)
    }
  }
}

extension EncryptionKey.Material {
  /// The public part of a key, for encryption.
  init(_ material: KeyMaterial, _ algorithm: String?) throws(AuthError) {
    do {
      switch material {
      case .secret(let key):
        self = KeyManagementAlgorithm.takesPassword(algorithm) ? .password(key.password) : .symmetric(key)
      case .p256(let key, _):
        self = .agreement(.p256(try P256.KeyAgreement.PublicKey(rawRepresentation: key.rawRepresentation)))
      case .p384(let key, _):
        self = .agreement(.p384(try P384.KeyAgreement.PublicKey(rawRepresentation: key.rawRepresentation)))
      case .p521(let key, _):
        self = .agreement(.p521(try P521.KeyAgreement.PublicKey(rawRepresentation: key.rawRepresentation)))
      case .x25519(let key, _): self = .agreement(.x25519(key))
      case .rsa(let key): self = .rsa(RSAKeyTransport.PublicKey(key))
      case .ed25519: throw AuthError.key(.unsupported)
      }
    } catch {
      throw .key(.unsupported)
    }
  }
}

extension KeyManagementAlgorithm {
  /// Whether a key for the algorithm of this name is a password.
  fileprivate static func takesPassword(_ name: String?) -> Bool {
    guard let name, case .password = KeyManagementAlgorithm(rawValue: name)?.mechanism else { return false }
    return true
  }
}

extension SymmetricKey {
  /// The bytes as those of a password.
  fileprivate var password: Password {
    // because the buffer is only read during the call
    let secret = unsafe withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
    return Password(secret.copy())
  }
}
