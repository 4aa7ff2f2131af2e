import OmamoriCore

extension OmamoriFileKey {
  /// The key, encrypted to a recipient.
  ///
  /// - Throws: ``CryptoError/unsupported(_:)`` for a kind that the format does not have, ``CryptoError/malformed(_:offset:)``
  ///   for a key that agrees with nobody.
  func sealed(to recipient: Recipient) throws(CryptoError) -> OmamoriHeader.RecipientStanza {
    guard recipient.kind == .x25519 else { throw .unsupported(.recipient) }
    do {
      let publicKey = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: recipient.rawRepresentation)
      var sender = try HPKE.Sender(
        recipientKey: publicKey, ciphersuite: Self.suite, info: Self.recipientInfo)
      // because the bytes are only read during the call
      let sealed = try unsafe key.withUnsafeBytes { unsafe try sender.seal($0) }
      return OmamoriHeader.RecipientStanza(
        encapsulatedKey: Array(sender.encapsulatedKey), sealedKey: Array(sealed))
    } catch { throw .malformed(.recipient, offset: nil) }
  }

  /// Tries all stanzas with an identity; `nil` when none is for it.
  ///
  /// - Throws: ``CryptoError/backend(code:)``.
  static func open(
    _ stanzas: [OmamoriHeader.RecipientStanza],
    with identity: Identity
  ) throws(CryptoError) -> OmamoriFileKey? {
    guard identity.kind == .x25519 else { return nil }
    let privateKey: Curve25519.KeyAgreement.PrivateKey
    do {
      privateKey = try identity.key.withBytes { bytes in
        // because the key copies the bytes
        try unsafe bytes.withUnsafeBytes {
          unsafe try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0)
        }
      }
    } catch { throw .malformed(.identity, offset: nil) }
    for stanza in stanzas {
      do {
        var recipient = try HPKE.Recipient(
          privateKey: privateKey, ciphersuite: suite, info: recipientInfo,
          encapsulatedKey: Data(stanza.encapsulatedKey))
        var opened = try recipient.open(Data(stanza.sealedKey))
        return try OmamoriFileKey(opened: &opened)
      } catch { continue }
    }
    return nil
  }

  private static var suite: HPKE.Ciphersuite {
    HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
  }

  private static var recipientInfo: Data { Data((label + "recipient").utf8) }
}
