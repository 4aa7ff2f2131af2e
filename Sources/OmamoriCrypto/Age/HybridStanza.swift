import OmamoriCore

/// The stanza that wraps a file key for an X-Wing recipient: `-> mlkem768x25519 encapsulated`.
///
/// It is HPKE (RFC 9180) in base mode with ML-KEM-768 and X25519, HKDF-SHA-256 and ChaCha20-Poly1305.
@available(iOS 26, macOS 26, visionOS 26, *)
enum HybridStanza {
  /// The first argument.
  static let type = RecipientKind.mlkem768x25519.rawValue

  private static let info = Data("age-encryption.org/mlkem768x25519".utf8)
  private static let encapsulatedSize = 1120

  private static var suite: HPKE.Ciphersuite {
    HPKE.Ciphersuite(kem: .XWingMLKEM768X25519, kdf: .HKDF_SHA256, aead: .chaChaPoly)
  }

  /// Wraps a file key.
  ///
  /// - Parameters:
  ///   - fileKey: The key of the file.
  ///   - recipient: The recipient's public key, 1216 bytes.
  /// - Returns: The stanza.
  /// - Throws: ``CryptoError/malformed(_:offset:)`` for a recipient that is no public key.
  static func wrap(_ fileKey: AgeFileKey, for recipient: [UInt8]) throws(CryptoError) -> AgeStanza {
    do {
      let key = try XWingMLKEM768X25519.PublicKey(rawRepresentation: recipient)
      var sender = try HPKE.Sender(recipientKey: key, ciphersuite: suite, info: info)
      let body = try fileKey.withBytes { bytes in
        // because the buffer stays inside the closure
        try unsafe bytes.withUnsafeBytes { try unsafe sender.seal($0, authenticating: Data()) }
      }
      let encapsulated = Base64.standard.encode(Array(sender.encapsulatedKey), padded: false)
      return AgeStanza(arguments: [type, encapsulated], body: Array(body))
    } catch {
      throw .malformed(.recipient, offset: nil)
    }
  }

  /// Unwraps a file key.
  ///
  /// - Parameters:
  ///   - stanza: A stanza of this type.
  ///   - privateKey: The private key of the identity.
  /// - Returns: The key of the file; `nil` when the stanza is for somebody else.
  /// - Throws: ``CryptoError/malformed(_:offset:)`` for another number of arguments, an encapsulated key or a body of
  ///   another size, and an X25519 share of small order.
  static func unwrap(
    _ stanza: AgeStanza,
    with privateKey: XWingMLKEM768X25519.PrivateKey
  ) throws(CryptoError) -> AgeFileKey? {
    guard stanza.arguments.count == 2,
      let encapsulated = Base64.standard.decode(stanza.arguments[1], padded: false),
      encapsulated.count == encapsulatedSize, stanza.body.count == AgeKeyWrap.size
    else { throw .malformed(.ageFile, offset: nil) }
    var opened: Data
    do {
      var recipient = try HPKE.Recipient(
        privateKey: privateKey, ciphersuite: suite, info: info, encapsulatedKey: Data(encapsulated))
      opened = try recipient.open(stanza.body, authenticating: Data())
    } catch CryptoKitError.authenticationFailure {
      return nil
    } catch {
      throw .malformed(.ageFile, offset: nil)
    }
    defer { opened.resetBytes(in: opened.startIndex..<opened.endIndex) }
    return try AgeFileKey(SecretBytes(copying: opened))
  }
}
