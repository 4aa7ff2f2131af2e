import OmamoriCore
import OmamoriCrypto

/// The public key of a log: it says which log something belongs to and verifies headers and checkpoints.
///
/// Not secret. A value; safe to share between threads.
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
    let digits = Array("0123456789abcdef".utf8)
    let name = identifier.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "omamori-audit-log/" + String(decoding: name, as: UTF8.self)
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
