import OmamoriCore

/// The stanza that wraps a file key for an X25519 recipient: `-> X25519 share`.
enum X25519Stanza {
  /// The first argument.
  static let type = RecipientKind.x25519.rawValue

  private static let info = Array("age-encryption.org/v1/X25519".utf8)
  private static let keySize = 32

  /// Wraps a file key with an ephemeral key that is used for this stanza only.
  ///
  /// - Parameters:
  ///   - fileKey: The key of the file.
  ///   - recipient: The recipient's public key, 32 bytes.
  /// - Returns: The stanza.
  /// - Throws: ``CryptoError/malformed(_:offset:)`` for a recipient that is no point to agree on a secret with.
  static func wrap(_ fileKey: AgeFileKey, for recipient: [UInt8]) throws(CryptoError) -> AgeStanza {
    let ephemeral = Curve25519.KeyAgreement.PrivateKey()
    let share = Array(ephemeral.publicKey.rawRepresentation)
    guard let key = wrapKey(ephemeral, with: recipient, share: share, recipient: recipient) else {
      throw .malformed(.recipient, offset: nil)
    }
    let body = try AgeKeyWrap.wrap(fileKey, with: key)
    return AgeStanza(arguments: [type, Base64.standard.encode(share, padded: false)], body: body)
  }

  /// Unwraps a file key.
  ///
  /// - Parameters:
  ///   - stanza: A stanza of this type.
  ///   - privateKey: The private key of the identity.
  ///   - recipient: The identity's public key, 32 bytes.
  /// - Returns: The key of the file; `nil` when the stanza is for somebody else.
  /// - Throws: ``CryptoError/malformed(_:offset:)`` for another number of arguments, a share or a body of another size,
  ///   and a share of small order.
  static func unwrap(
    _ stanza: AgeStanza,
    with privateKey: Curve25519.KeyAgreement.PrivateKey,
    recipient: [UInt8]
  ) throws(CryptoError) -> AgeFileKey? {
    guard stanza.arguments.count == 2, let share = Base64.standard.decode(stanza.arguments[1], padded: false),
      share.count == keySize, stanza.body.count == AgeKeyWrap.size,
      let key = wrapKey(privateKey, with: share, share: share, recipient: recipient)
    else { throw .malformed(.ageFile, offset: nil) }
    return try AgeKeyWrap.unwrap(stanza.body, with: key)
  }

  /// The key that wraps the file key; `nil` when the agreement gives zeros.
  private static func wrapKey(
    _ privateKey: Curve25519.KeyAgreement.PrivateKey,
    with peer: [UInt8],
    share: [UInt8],
    recipient: [UInt8]
  ) -> SharedSecretBytes? {
    do {
      let peer = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer)
      let secret = try privateKey.sharedSecretFromKeyAgreement(with: peer)
      // The libraries refuse zeros themselves, but do not all promise to.
      // because the buffer stays inside the closure
      let isZero = unsafe secret.withUnsafeBytes { unsafe ConstantTime.isZero($0.bytes) }
      guard !isZero else { return nil }
      return secret.hkdfDerivedSymmetricKey(
        using: SHA256.self, salt: share + recipient, sharedInfo: info, outputByteCount: keySize
      ).secretBytes
    } catch {
      return nil
    }
  }
}
