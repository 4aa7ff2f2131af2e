import OmamoriCore
public import OmamoriCrypto

/// A key that encrypts tokens: the recipient's public key, or a secret shared with the recipient.
///
/// Prints as `<redacted>`.
public struct EncryptionKey: Sendable {
  enum Material {
    case symmetric(SymmetricKey)
    case agreement(AgreementPublicKey)
    case rsa(RSAKeyTransport.PublicKey)
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
  ///   - identifier: What the token calls it (`kid`).
  public init(_ key: SymmetricKey, for algorithm: KeyManagementAlgorithm, identifier: String? = nil) {
    self.init(.symmetric(key), EncryptionKeyTerms(identifier: identifier, algorithm: algorithm))
  }

  /// A password.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - identifier: What the token calls it (`kid`).
  public init(_ password: Password, identifier: String? = nil) {
    self.init(.password(password), EncryptionKeyTerms(identifier: identifier))
  }

  /// A public key on P-256 for ECDH-ES.
  ///
  /// - Parameters:
  ///   - key: The public key.
  ///   - identifier: What the token calls it (`kid`).
  public init(_ key: P256.KeyAgreement.PublicKey, identifier: String? = nil) {
    self.init(.agreement(.p256(key)), EncryptionKeyTerms(identifier: identifier))
  }

  /// A public key on P-384 for ECDH-ES.
  ///
  /// - Parameters:
  ///   - key: The public key.
  ///   - identifier: What the token calls it (`kid`).
  public init(_ key: P384.KeyAgreement.PublicKey, identifier: String? = nil) {
    self.init(.agreement(.p384(key)), EncryptionKeyTerms(identifier: identifier))
  }

  /// A public key on P-521 for ECDH-ES.
  ///
  /// - Parameters:
  ///   - key: The public key.
  ///   - identifier: What the token calls it (`kid`).
  public init(_ key: P521.KeyAgreement.PublicKey, identifier: String? = nil) {
    self.init(.agreement(.p521(key)), EncryptionKeyTerms(identifier: identifier))
  }

  /// A public key of X25519 for ECDH-ES.
  ///
  /// - Parameters:
  ///   - key: The public key.
  ///   - identifier: What the token calls it (`kid`).
  public init(_ key: Curve25519.KeyAgreement.PublicKey, identifier: String? = nil) {
    self.init(.agreement(.x25519(key)), EncryptionKeyTerms(identifier: identifier))
  }

  #if !canImport(Darwin)
  /// A key of RSA, of at least 2048 bits; Linux only.
  ///
  /// - Parameters:
  ///   - key: The public key.
  ///   - identifier: What the token calls it (`kid`).
  public init(_ key: RSA.Encryption.PublicKey, identifier: String? = nil) {
    self.init(.rsa(RSAKeyTransport.PublicKey(key: key)), EncryptionKeyTerms(identifier: identifier))
  }
  #endif

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

extension EncryptionKey: RedactedDescription {}

/// What a key is called and what it may be used for.
struct EncryptionKeyTerms: Sendable, Equatable {
  /// What a token calls it (`kid`).
  var identifier: String?
  /// The one algorithm that it is for (`alg`), by name, since keys may also be for an algorithm that is not offered.
  var algorithm: String?

  init(identifier: String? = nil, algorithm: KeyManagementAlgorithm? = nil) {
    (self.identifier, self.algorithm) = (identifier, algorithm?.rawValue)
  }

  init(identifier: String?, algorithmName: String?) {
    (self.identifier, self.algorithm) = (identifier, algorithmName)
  }

  /// Whether the key may be used with these algorithms; one that encrypts tokens itself may name the content's.
  func allow(_ algorithm: KeyManagementAlgorithm, _ content: ContentEncryptionAlgorithm) -> Bool {
    guard let own = self.algorithm else { return true }
    return own == algorithm.rawValue || (algorithm == .direct && own == content.rawValue)
  }

  /// Whether a token that calls its key `name` may mean this one.
  func answer(to name: String?) -> Bool {
    guard let name, let identifier else { return true }
    return name == identifier
  }
}
