public import OmamoriCore

// DER and PEM of keys on Curve25519 (RFC 8410), which CryptoKit lacks.

extension Curve25519.KeyAgreement.PrivateKey {
  /// Reads a PrivateKeyInfo (PKCS #8, RFC 8410) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it.
  /// - Throws: ``DERError`` or ``CryptoKitError``.
  public init(derRepresentation: some DataProtocol) throws {
    self = try RawKeyDocument.x25519.readPrivateKey(derRepresentation) { seed, publicKey in
      let key = try Self(rawRepresentation: seed)
      try RawKeyDocument.require(publicKey, key.publicKey.rawRepresentation)
      return key
    }
  }

  /// Reads a PrivateKeyInfo in PEM: one document with the label `PRIVATE KEY`.
  public init(pemRepresentation: String) throws {
    try self.init(derRepresentation: RawKeyDocument.privateKey(in: pemRepresentation))
  }

  /// The PrivateKeyInfo (PKCS #8, RFC 8410) in DER; a copy that nobody wipes.
  public var derRepresentation: Data { RawKeyDocument.x25519.privateKey(rawRepresentation) }
  /// The PrivateKeyInfo in PEM; a copy that nobody wipes.
  public var pemRepresentation: String { RawKeyDocument.privateKeyPEM(derRepresentation) }
}

extension Curve25519.KeyAgreement.PublicKey {
  /// Reads a SubjectPublicKeyInfo (RFC 8410) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it.
  /// - Throws: ``DERError`` or ``CryptoKitError``.
  public init(derRepresentation: some DataProtocol) throws {
    try self.init(rawRepresentation: RawKeyDocument.x25519.readPublicKey(derRepresentation))
  }

  /// Reads a SubjectPublicKeyInfo in PEM: one document with the label `PUBLIC KEY`.
  public init(pemRepresentation: String) throws {
    try self.init(derRepresentation: RawKeyDocument.publicKey(in: pemRepresentation))
  }

  /// The SubjectPublicKeyInfo (RFC 8410) in DER.
  public var derRepresentation: Data { RawKeyDocument.x25519.publicKey(rawRepresentation) }
  /// The SubjectPublicKeyInfo in PEM.
  public var pemRepresentation: String { RawKeyDocument.publicKeyPEM(derRepresentation) }
}

extension Curve25519.Signing.PrivateKey {
  /// Reads a PrivateKeyInfo (PKCS #8, RFC 8410) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it.
  /// - Throws: ``DERError`` or ``CryptoKitError``.
  public init(derRepresentation: some DataProtocol) throws {
    self = try RawKeyDocument.ed25519.readPrivateKey(derRepresentation) { seed, publicKey in
      let key = try Self(rawRepresentation: seed)
      try RawKeyDocument.require(publicKey, key.publicKey.rawRepresentation)
      return key
    }
  }

  /// Reads a PrivateKeyInfo in PEM: one document with the label `PRIVATE KEY`.
  public init(pemRepresentation: String) throws {
    try self.init(derRepresentation: RawKeyDocument.privateKey(in: pemRepresentation))
  }

  /// The PrivateKeyInfo (PKCS #8, RFC 8410) in DER; a copy that nobody wipes.
  public var derRepresentation: Data { RawKeyDocument.ed25519.privateKey(rawRepresentation) }
  /// The PrivateKeyInfo in PEM; a copy that nobody wipes.
  public var pemRepresentation: String { RawKeyDocument.privateKeyPEM(derRepresentation) }
}

extension Curve25519.Signing.PublicKey {
  /// Reads a SubjectPublicKeyInfo (RFC 8410) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it.
  /// - Throws: ``DERError`` or ``CryptoKitError``.
  public init(derRepresentation: some DataProtocol) throws {
    try self.init(rawRepresentation: RawKeyDocument.ed25519.readPublicKey(derRepresentation))
  }

  /// Reads a SubjectPublicKeyInfo in PEM: one document with the label `PUBLIC KEY`.
  public init(pemRepresentation: String) throws {
    try self.init(derRepresentation: RawKeyDocument.publicKey(in: pemRepresentation))
  }

  /// The SubjectPublicKeyInfo (RFC 8410) in DER.
  public var derRepresentation: Data { RawKeyDocument.ed25519.publicKey(rawRepresentation) }
  /// The SubjectPublicKeyInfo in PEM.
  public var pemRepresentation: String { RawKeyDocument.publicKeyPEM(derRepresentation) }
}
