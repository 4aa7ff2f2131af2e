import OmamoriCore
public import OmamoriCrypto

/// A key that decrypts tokens, with what it may be used for.
///
/// Prints as `<redacted>`.
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

  #if !canImport(Darwin)
  /// A key of RSA, of at least 2048 bits; Linux only.
  ///
  /// - Parameters:
  ///   - key: The private key.
  ///   - identifier: What a token calls it (`kid`), or `nil` when it may call it anything.
  public init(_ key: RSA.Encryption.PrivateKey, identifier: String? = nil) {
    self.init(.rsa(RSAKeyTransport.PrivateKey(key: key)), EncryptionKeyTerms(identifier: identifier))
  }
  #endif

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

extension DecryptionKey: RedactedDescription {}

extension DecryptionKey {
  /// Takes a private key, or a shared one, that may be used for decryption.
  ///
  /// Its name, and the algorithm if it is for one only, are those that it states.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``AuthError/key(_:)`` for a key of signatures, a public key, or a key without the operations.
  public init(_ key: JSONWebKey) throws(AuthError) {
    try key.checkEncryptionUse()
    guard key.isPrivate else { throw .key(.privateKeyNeeded) }
    try key.checkOperations([.decrypt, .unwrapKey, .deriveKey, .deriveBits])
    self.init(try Material(key.material, key.algorithm), EncryptionKeyTerms(key))
  }
}

extension EncryptionKey {
  /// Takes a public key, or a shared one, that may be used for encryption.
  ///
  /// - Parameter key: The key; of a private one only the public part is used.
  /// - Throws: ``AuthError/key(_:)`` for a key of signatures, or a key without the operations.
  public init(_ key: JSONWebKey) throws(AuthError) {
    try key.checkEncryptionUse()
    let key = key.publicKey ?? key
    try key.checkOperations([.encrypt, .wrapKey, .deriveKey, .deriveBits])
    self.init(try Material(key.material, key.algorithm), EncryptionKeyTerms(key))
  }
}

extension EncryptionKeyTerms {
  fileprivate init(_ key: JSONWebKey) {
    self.init(identifier: key.identifier, algorithmName: key.algorithm)
  }
}

extension JSONWebKey {
  fileprivate func checkEncryptionUse() throws(AuthError) {
    guard use ?? .encryption == .encryption else { throw .key(.useNotAllowed) }
  }

  fileprivate func checkOperations(_ allowed: Set<KeyOperation>) throws(AuthError) {
    guard let operations else { return }
    guard !operations.isDisjoint(with: allowed) else { throw .key(.useNotAllowed) }
  }
}

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
