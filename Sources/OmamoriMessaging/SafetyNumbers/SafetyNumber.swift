import OmamoriCore
import OmamoriCrypto

/// 60 digits that two people compare to make sure that nobody sits between them.
///
/// Both sides see the same digits, unless one of the two identities is not the one that the other side knows.
public struct SafetyNumber: Sendable, Hashable, CustomStringConvertible {
  /// The digits, without spaces.
  public let digits: String
  /// What the other side scans.
  public let code: SafetyNumberCode

  /// Calculates the number of a conversation; takes some milliseconds.
  ///
  /// - Parameters:
  ///   - identity: The own identity.
  ///   - address: The own address.
  ///   - peer: The identity that the peer is known to have.
  ///   - peerAddress: The address of the peer.
  public init(
    of identity: PeerIdentity,
    at address: MessagingAddress,
    with peer: PeerIdentity,
    at peerAddress: MessagingAddress
  ) {
    let own = SafetyFingerprint(identity, at: address)
    let other = SafetyFingerprint(peer, at: peerAddress)
    digits = [own.digits, other.digits].sorted().joined()
    code = SafetyNumberCode(own: own, peer: other)
  }

  /// The digits in twelve groups of five with spaces between them.
  public var description: String {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count, by: 5).map { String(digits[$0..<min($0 + 5, digits.count)]) }
      .joined(separator: " ")
  }
}

/// A slow hash of an identity and its address, of which a safety number shows half.
struct SafetyFingerprint: Sendable, Hashable {
  static let byteCount = 32
  /// How often the hash is repeated, which makes looking for an identity with the same digits slower.
  static let iterationCount = 5200

  /// The first half of SHA-512.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The fingerprint of an identity at an address.
  init(_ identity: PeerIdentity, at address: MessagingAddress) {
    let keys = identity.keys
    let start = Array("Omamori Messaging v1 safety number".utf8) + [0] + keys + address.binding
    var hash = SHA512.hash(data: start)
    for _ in 1..<Self.iterationCount { hash = SHA512.hash(data: Array(hash) + keys) }
    bytes = Array(Array(hash)[..<Self.byteCount])
  }

  /// 30 digits: five for each of the first six groups of five bytes.
  var digits: String {
    (0..<6).map { group in
      let value = bytes[(5 * group)..<(5 * group + 5)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let text = String(value % 100_000)
      return String(repeating: "0", count: 5 - text.count) + text
    }.joined()
  }
}

/// What a QR code shows instead of a ``SafetyNumber``: the fingerprints of both sides.
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
