import OmamoriCore
import OmamoriCrypto

/// The seed of a segment, sealed for one reader with HPKE (RFC 9180): X25519, HKDF-SHA256, AES-256-GCM, mode base.
struct SealedSeed: Sendable, Hashable {
  /// The number of bytes of a seed.
  static let seedByteCount = 32
  /// The number of bytes in a header: the reader's key, the encapsulated key, the sealed seed and its tag.
  static let byteCount = AuditorKey.byteCount + 32 + seedByteCount + 16

  private static let suite = HPKE.Ciphersuite(
    kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
  private static let info = Data("omamori-audit-log v1 seed".utf8)

  /// Whom it is for.
  let reader: AuditorKey
  /// The encapsulated key, 32 bytes.
  let encapsulated: [UInt8]
  /// The sealed seed and its tag, 48 bytes.
  let sealed: [UInt8]

  /// Seals a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed, 32 bytes.
  ///   - reader: Whom it is for.
  ///   - header: The part of the header that it belongs to.
  /// - Throws: ``AuditLogError/key(_:)`` for a key that is none.
  init(_ seed: SharedSecretBytes, for reader: AuditorKey, in header: [UInt8]) throws(AuditLogError) {
    do {
      let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: reader.rawRepresentation)
      var sender = try HPKE.Sender(recipientKey: key, ciphersuite: Self.suite, info: Self.info)
      sealed = try seed.withBytes { bytes in
        // because the buffer is only read during the call
        try unsafe bytes.withUnsafeBytes { bytes in
          try unsafe Array(sender.seal(bytes, authenticating: header))
        }
      }
      (self.reader, encapsulated) = (reader, Array(sender.encapsulatedKey))
    } catch {
      throw .key(.invalid)
    }
  }

  /// Reads what stands in a header.
  init(_ reader: inout ByteReader<AuditLogError>) throws(AuditLogError) {
    self.reader = try AuditorKey(rawRepresentation: reader.bytes(AuditorKey.byteCount))
    encapsulated = try reader.bytes(32)
    sealed = try reader.bytes(Self.seedByteCount + 16)
  }

  /// What stands in a header.
  var encoded: [UInt8] { reader.rawRepresentation + encapsulated + sealed }

  /// Opens the seed.
  ///
  /// - Throws: ``AuditLogError/cryptography(_:)`` when the seed, or the header that it stands in, was changed.
  func open(with identity: AuditorIdentity, in header: [UInt8]) throws(AuditLogError) -> SymmetricKey {
    let key = try identity.agreementKey()
    do {
      var recipient = try HPKE.Recipient(
        privateKey: key, ciphersuite: Self.suite, info: Self.info, encapsulatedKey: Data(encapsulated))
      return SymmetricKey(data: try recipient.open(Data(sealed), authenticating: header))
    } catch {
      throw .cryptography(.authenticationFailed)
    }
  }
}
