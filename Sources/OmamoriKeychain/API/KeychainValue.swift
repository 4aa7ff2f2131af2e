public import OmamoriCore
public import OmamoriCrypto

/// A type whose values can be kept in a keychain as they are.
///
/// `String`, `Data`, `SharedSecretBytes`, `SymmetricKey`, the private keys of P-256, P-384, P-521 and Curve25519 and
/// `Certificate` conform; other types can, or are stored as JSON.
public protocol KeychainValue: Sendable {
  /// Reads a value from what was stored.
  ///
  /// - Parameter secret: What was stored.
  /// - Throws: ``KeychainError/wrongType`` when these are not the bytes of such a value.
  init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError)

  /// The bytes to store.
  ///
  /// - Returns: The bytes, in locked memory.
  /// - Throws: ``KeychainError``.
  func keychainSecret() throws(KeychainError) -> SecretBytes
}

extension SharedSecretBytes: KeychainValue {
  /// Takes a copy of what was stored.
  public convenience init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    self.init(secret.copy())
  }

  /// A copy of the bytes.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { copy() }
}

extension Data: KeychainValue {
  /// Takes a copy of what was stored, which nobody wipes.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    self = secret.withBytes { bytes in
      // because the copy is made before the closure returns
      unsafe bytes.withUnsafeBytes { unsafe Data($0) }
    }
  }

  /// A copy of the bytes.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { SecretBytes(copying: self) }
}

extension String: KeychainValue {
  /// Takes a copy of what was stored, which nobody wipes; it must be UTF-8.
  public init(keychainSecret secret: borrowing SecretBytes) throws(KeychainError) {
    let text = secret.withBytes { bytes in
      // because the copy is made before the closure returns
      unsafe bytes.withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
    }
    guard let text else { throw .wrongType }
    self = text
  }

  /// The text in UTF-8.
  public func keychainSecret() throws(KeychainError) -> SecretBytes { SecretBytes(copying: Array(utf8)) }
}

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
