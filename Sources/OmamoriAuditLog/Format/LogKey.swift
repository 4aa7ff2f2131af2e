import OmamoriCore
import OmamoriCrypto

/// The public key of a log: it says which log something belongs to and verifies headers and checkpoints.
///
/// Not secret.
public struct LogKey: Sendable, Hashable {
  /// The number of bytes: 32.
  static let byteCount = 32

  /// The 32 bytes of the public key of Ed25519.
  public let rawRepresentation: [UInt8]

  /// Makes a key of its bytes.
  ///
  /// - Parameter rawRepresentation: 32 bytes.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/invalid``.
  public init(rawRepresentation: [UInt8]) throws(AuditLogError) {
    guard rawRepresentation.count == Self.byteCount,
      (try? Curve25519.Signing.PublicKey(rawRepresentation: rawRepresentation)) != nil
    else { throw .key(.invalid) }
    self.rawRepresentation = rawRepresentation
  }

  /// Reads a verifier key of signed notes (c2sp.org/signed-note), whose name must be that of the log.
  ///
  /// - Parameter text: The text, `omamori-audit-log/…+hash+key`.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/invalid``.
  public init(text: some StringProtocol) throws(AuditLogError) {
    let signer = try NoteSigner(text: String(text))
    try self.init(rawRepresentation: signer.publicKey)
    guard signer == self.signer else { throw .key(.invalid) }
  }

  /// The key as signed notes write it, `omamori-audit-log/…+hash+key`.
  public var text: String { signer.text }

  /// The 16 bytes that name the log: the beginning of SHA-256 of `omamori-audit-log v1 id`, a zero byte and the key.
  public var identifier: [UInt8] {
    Array(LogHash(hashing: Array("omamori-audit-log v1 id\0".utf8) + rawRepresentation).bytes.prefix(16))
  }

  /// The first line of the log's checkpoints: `omamori-audit-log/` and the identifier in hexadecimal.
  public var origin: String {
    "omamori-audit-log/" + Hexadecimal.text(of: identifier)
  }

  /// Who signs the log's notes.
  var signer: NoteSigner { NoteSigner(name: origin, publicKey: rawRepresentation) }

  /// Says whether the log signed this.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    (try? Curve25519.Signing.PublicKey(rawRepresentation: rawRepresentation))
      .map { $0.isValidSignature(signature, for: message) } ?? false
  }
}

extension LogKey: CustomStringConvertible {
  /// The key as signed notes write it.
  public var description: String { text }
}

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
