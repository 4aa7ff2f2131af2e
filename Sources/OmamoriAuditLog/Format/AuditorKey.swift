import OmamoriCore
import OmamoriCrypto

/// The public key that a log is sealed for; whoever has the ``AuditorIdentity`` reads it.
///
/// Its text is `omamori-auditor1…`. Not secret. A value; safe to share between threads.
public struct AuditorKey: Sendable, Hashable {
  /// The number of bytes: 32.
  static let byteCount = 32
  private static let prefix = "omamori-auditor"

  /// The 32 bytes of the public key of X25519.
  public let rawRepresentation: [UInt8]

  /// Makes a key of its bytes.
  ///
  /// - Parameter rawRepresentation: 32 bytes.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/invalid`` for another number of bytes.
  public init(rawRepresentation: [UInt8]) throws(AuditLogError) {
    guard rawRepresentation.count == Self.byteCount else { throw .key(.invalid) }
    self.rawRepresentation = rawRepresentation
  }

  /// Reads a key from its text, with nothing around it.
  ///
  /// - Parameter text: The text, `omamori-auditor1…`.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/invalid``.
  public init(text: some StringProtocol) throws(AuditLogError) {
    let characters = Array(text.utf8)
    let content: Bech32.Content
    do throws(CryptoError) {
      // because UInt8 has no padding
      content = unsafe try Bech32.decode(characters.byteSpan.bytes, as: .recipient)
    } catch {
      throw .key(.invalid)
    }
    guard content.prefix == Self.prefix, !content.isUppercase else { throw .key(.invalid) }
    // because the buffer stays inside the closure
    try self.init(
      rawRepresentation: content.bytes.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) }
      })
  }

  /// The text, `omamori-auditor1…`.
  public var text: String {
    // because UInt8 has no padding
    let text = unsafe Bech32.encode(rawRepresentation.byteSpan.bytes, prefix: Self.prefix)
    // because the buffer stays inside the closure
    return text.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension AuditorKey: CustomStringConvertible {
  /// The text, `omamori-auditor1…`.
  public var description: String { text }
}
