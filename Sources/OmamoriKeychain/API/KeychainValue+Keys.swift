public import OmamoriCore
public import OmamoriCrypto

// The bytes are those of `rawRepresentation`, as CryptoKit's users keep them.

extension SymmetricKey: KeychainValue {
  /// Makes a key of what was stored.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    // because the buffer is only read during the call
    self = try unsafe secret.decoded { unsafe SymmetricKey(data: $0) }
  }

  /// The bytes of the key.
  public func keychainSecret() throws(KeychainError) -> SecretBytes {
    // because the copy is made before the closure returns
    unsafe withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }.copy()
  }
}

extension P256.Signing.PrivateKey: KeychainValue {
  /// Makes a key of its raw representation.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    // because the buffer is only read during the call
    self = try unsafe secret.decoded { try unsafe Self(rawRepresentation: $0) }
  }

  /// The raw representation.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { SecretBytes(wiping: rawRepresentation) }
}

extension P256.KeyAgreement.PrivateKey: KeychainValue {
  /// Makes a key of its raw representation.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    // because the buffer is only read during the call
    self = try unsafe secret.decoded { try unsafe Self(rawRepresentation: $0) }
  }

  /// The raw representation.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { SecretBytes(wiping: rawRepresentation) }
}

extension P384.Signing.PrivateKey: KeychainValue {
  /// Makes a key of its raw representation.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    // because the buffer is only read during the call
    self = try unsafe secret.decoded { try unsafe Self(rawRepresentation: $0) }
  }

  /// The raw representation.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { SecretBytes(wiping: rawRepresentation) }
}

extension P384.KeyAgreement.PrivateKey: KeychainValue {
  /// Makes a key of its raw representation.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    // because the buffer is only read during the call
    self = try unsafe secret.decoded { try unsafe Self(rawRepresentation: $0) }
  }

  /// The raw representation.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { SecretBytes(wiping: rawRepresentation) }
}

extension P521.Signing.PrivateKey: KeychainValue {
  /// Makes a key of its raw representation.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    // because the buffer is only read during the call
    self = try unsafe secret.decoded { try unsafe Self(rawRepresentation: $0) }
  }

  /// The raw representation.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { SecretBytes(wiping: rawRepresentation) }
}

extension P521.KeyAgreement.PrivateKey: KeychainValue {
  /// Makes a key of its raw representation.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    // because the buffer is only read during the call
    self = try unsafe secret.decoded { try unsafe Self(rawRepresentation: $0) }
  }

  /// The raw representation.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { SecretBytes(wiping: rawRepresentation) }
}

extension Curve25519.Signing.PrivateKey: KeychainValue {
  /// Makes a key of its raw representation.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    // because the buffer is only read during the call
    self = try unsafe secret.decoded { try unsafe Self(rawRepresentation: $0) }
  }

  /// The raw representation.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { SecretBytes(wiping: rawRepresentation) }
}

extension Curve25519.KeyAgreement.PrivateKey: KeychainValue {
  /// Makes a key of its raw representation.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    // because the buffer is only read during the call
    self = try unsafe secret.decoded { try unsafe Self(rawRepresentation: $0) }
  }

  /// The raw representation.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { SecretBytes(wiping: rawRepresentation) }
}

extension Certificate: KeychainValue {
  /// Reads a certificate in DER.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    let der = try Data(keychainSecret: secret)
    do throws(CryptoError) {
      self = try Certificate(derRepresentation: der)
    } catch {
      throw .wrongType
    }
  }

  /// The certificate in DER.
  public func keychainSecret() throws(KeychainError) -> SecretBytes {
    SecretBytes(copying: derRepresentation)
  }
}
