import OmamoriCore
public import OmamoriCrypto

/// A key that decrypts tokens, with what it may be used for.
///
/// Prints as `<redacted>`. A value; safe to share between threads.
public struct DecryptionKey: Sendable {
  enum Material {
    case symmetric(SymmetricKey)
    case agreement(AgreementPrivateKey)
    case rsa(RSAKeyTransport.PrivateKey)
    case password(Password)
  }

  let material: Material
  let terms: EncryptionKeyTerms

  init(_ material: Material, _ terms: EncryptionKeyTerms) {
    (self.material, self.terms) = (material, terms)
  }

  /// A shared key, which either wraps other keys or encrypts tokens itself.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - algorithm: The one algorithm that it is for.
  ///   - identifier: What a token calls it (`kid`), or `nil` when it may call it anything.
  public init(_ key: SymmetricKey, for algorithm: KeyManagementAlgorithm, identifier: String? = nil) {
    self.init(.symmetric(key), EncryptionKeyTerms(identifier: identifier, algorithm: algorithm))
  }

  /// A password.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - identifier: What a token calls it (`kid`), or `nil` when it may call it anything.
  public init(_ password: Password, identifier: String? = nil) {
    self.init(.password(password), EncryptionKeyTerms(identifier: identifier))
  }

  /// A key on P-256 for ECDH-ES.
  ///
  /// - Parameters:
  ///   - key: The private key.
  ///   - identifier: What a token calls it (`kid`), or `nil` when it may call it anything.
  public init(_ key: P256.KeyAgreement.PrivateKey, identifier: String? = nil) {
    self.init(.agreement(.p256(key)), EncryptionKeyTerms(identifier: identifier))
  }

  /// A key on P-384 for ECDH-ES.
  ///
  /// - Parameters:
  ///   - key: The private key.
  ///   - identifier: What a token calls it (`kid`), or `nil` when it may call it anything.
  public init(_ key: P384.KeyAgreement.PrivateKey, identifier: String? = nil) {
    self.init(.agreement(.p384(key)), EncryptionKeyTerms(identifier: identifier))
  }

  /// A key on P-521 for ECDH-ES.
  ///
  /// - Parameters:
  ///   - key: The private key.
  ///   - identifier: What a token calls it (`kid`), or `nil` when it may call it anything.
  public init(_ key: P521.KeyAgreement.PrivateKey, identifier: String? = nil) {
    self.init(.agreement(.p521(key)), EncryptionKeyTerms(identifier: identifier))
  }

  /// A key of X25519 for ECDH-ES.
  ///
  /// - Parameters:
  ///   - key: The private key.
  ///   - identifier: What a token calls it (`kid`), or `nil` when it may call it anything.
  public init(_ key: Curve25519.KeyAgreement.PrivateKey, identifier: String? = nil) {
    self.init(.agreement(.x25519(key)), EncryptionKeyTerms(identifier: identifier))
  }

  /// The key that encrypts tokens for this one: the public key, or the same key when it is a shared one.
  public var recipient: EncryptionKey {
    let material: EncryptionKey.Material =
      switch self.material {
      case .symmetric(let key): .symmetric(key)
      case .agreement(let key): .agreement(key.publicKey)
      case .rsa(let key): .rsa(key.publicKey)
      case .password(let password): .password(password)
      }
    return EncryptionKey(material, terms)
  }

  /// Whether the key can be used for this.
  func fits(_ algorithm: KeyManagementAlgorithm, _ content: ContentEncryptionAlgorithm) -> Bool {
    guard terms.allow(algorithm, content) else { return false }
    return switch (material, algorithm.mechanism) {
    case (.symmetric(let key), .direct): key.bitCount == content.keyByteCount * 8
    case (.symmetric(let key), .wrap(let size)), (.symmetric(let key), .gcm(let size)):
      key.bitCount == size * 8
    case (.agreement, .agreement), (.rsa, .rsa), (.password, .password): true
    default: false
    }
  }
}

extension DecryptionKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }
  /// Always `<redacted>`.
  public var debugDescription: String { "<redacted>" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
