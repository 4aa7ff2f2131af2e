import OmamoriCore

/// What a QR code shows instead of a ``SafetyNumber``: the fingerprints of both sides.
///
/// A value; safe to share between threads.
public struct SafetyNumberCode: Sendable, Hashable {
  /// What comparing with a scanned code shows.
  @nonexhaustive
  public enum Outcome: Sendable, Hashable {
    /// Both sides know each other's identities as they are.
    case match
    /// At least one side knows another identity, or the code belongs to another conversation.
    case mismatch
    /// The code is of a version that this one does not know.
    case otherVersion
  }

  /// The size of the encoded form in bytes.
  public static let byteCount = 1 + 2 * SafetyFingerprint.byteCount

  private static let version: UInt8 = 1
  private let own: SafetyFingerprint
  private let peer: SafetyFingerprint

  init(own: SafetyFingerprint, peer: SafetyFingerprint) {
    self.own = own
    self.peer = peer
  }

  /// The bytes to show: a version, the own fingerprint, the peer's.
  public var encoded: [UInt8] { [Self.version] + own.bytes + peer.bytes }

  /// The bytes as text in Base64 for URLs.
  public var text: String { Base64URL.encode(encoded) }

  /// Compares with the bytes of a code that the peer shows, in constant time.
  ///
  /// - Parameter bytes: What was scanned, of any length.
  /// - Returns: What the comparison shows.
  public func compare(with bytes: [UInt8]) -> Outcome {
    guard bytes.first == Self.version else { return bytes.isEmpty ? .mismatch : .otherVersion }
    return ConstantTime.equal(bytes, [Self.version] + peer.bytes + own.bytes) ? .match : .mismatch
  }

  /// Compares with the text of a code that the peer shows, in constant time.
  ///
  /// - Parameter text: What was scanned, of any length.
  /// - Returns: What the comparison shows; ``Outcome/mismatch`` for text that is not Base64 for URLs.
  public func compare(withText text: String) -> Outcome {
    guard text.utf8.count <= 4096, let bytes = try? Base64URL.decode(text) else { return .mismatch }
    return compare(with: bytes)
  }
}
