import OmamoriCore

extension Identity {
  /// The private key in the form that agrees on secrets; only for X25519.
  func agreementKey() throws(CryptoError) -> Curve25519.KeyAgreement.PrivateKey {
    try Self.agreementKey(key)
  }

  /// The private key in the form that opens encapsulated secrets; only for X-Wing.
  @available(iOS 26, macOS 26, visionOS 26, *)
  func hybridKey() throws(CryptoError) -> XWingMLKEM768X25519.PrivateKey {
    try Self.hybridKey(key)
  }

  /// The public key that belongs to a private one.
  ///
  /// - Throws: ``CryptoError/unsupported(_:)`` for a kind that the system lacks.
  static func recipient(
    of key: SharedSecretBytes,
    _ kind: RecipientKind
  ) throws(CryptoError) -> Recipient {
    let publicKey: Data
    switch kind {
    case .x25519: publicKey = try agreementKey(key).publicKey.rawRepresentation
    case .mlkem768x25519:
      guard #available(iOS 26, macOS 26, visionOS 26, *) else { throw .unsupported(.identity) }
      publicKey = try hybridKey(key).publicKey.rawRepresentation
    }
    return try Recipient(rawRepresentation: Array(publicKey), kind: kind)
  }

  private static func agreementKey(
    _ key: SharedSecretBytes
  ) throws(CryptoError) -> Curve25519.KeyAgreement.PrivateKey {
    do {
      return try key.withBytes { bytes in
        // because the buffer stays inside the closure
        try unsafe bytes.withUnsafeBytes { bytes in
          try unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
        }
      }
    } catch {
      throw .malformed(.identity, offset: nil)
    }
  }

  @available(iOS 26, macOS 26, visionOS 26, *)
  private static func hybridKey(
    _ key: SharedSecretBytes
  ) throws(CryptoError) -> XWingMLKEM768X25519.PrivateKey {
    do {
      return try key.withBytes { bytes in
        // because the buffer stays inside the closure
        try unsafe bytes.withUnsafeBytes { bytes in
          try unsafe XWingMLKEM768X25519.PrivateKey(seedRepresentation: bytes, publicKey: nil)
        }
      }
    } catch {
      throw .malformed(.identity, offset: nil)
    }
  }
}
