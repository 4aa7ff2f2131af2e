import OmamoriCore

/// What is known of a peer: the identity, whether it was verified, and which others were seen.
struct PeerRecord: Sendable, Hashable {
  /// The most refused identities that are remembered; the oldest goes first.
  static let greatestRefusedCount = 16
  static let version: UInt8 = 1

  /// The identity that messages are sent to and taken from.
  private(set) var identity: PeerIdentity {
    didSet { digest = PeerDigest(identity) }
  }
  /// Names the identity in the sessions that belong to it.
  private(set) var digest: PeerDigest
  /// Whether a person compared it.
  private(set) var isVerified = false
  /// Another identity that somebody uses under the same address, and that nobody has judged yet.
  private(set) var changed: PeerIdentity?
  /// Identities that the application refused, oldest first.
  private(set) var refused: [PeerDigest] = []

  /// Takes the first identity that was seen.
  init(first identity: PeerIdentity) {
    self.identity = identity
    digest = PeerDigest(identity)
  }

  /// What a person or an application said about the identity.
  var trust: PeerTrust {
    if let changed { return .changed(changed) }
    return isVerified ? .verified : .unverified
  }

  /// Takes note of another identity; one that was refused changes nothing, and neither does a third one as long as the
  /// second waits for an answer.
  ///
  /// - Returns: Whether it is news.
  mutating func notice(_ other: PeerIdentity) -> Bool {
    guard other != identity, changed == nil, !refused.contains(PeerDigest(other)) else { return false }
    changed = other
    return true
  }

  /// Takes the other identity in place of the one before; it is not verified.
  ///
  /// It is the one that waits for an answer or, when none waits, one that was refused by mistake.
  mutating func accept(_ other: PeerIdentity) throws(MessagingError) {
    guard changed == other || changed == nil && refused.contains(PeerDigest(other)) else {
      throw .identity(.changed)
    }
    (identity, isVerified, changed) = (other, false, nil)
    refused.removeAll { $0 == PeerDigest(other) }
  }

  /// Stays with the identity and remembers not to ask again about the other.
  mutating func refuse(_ other: PeerIdentity) throws(MessagingError) {
    guard changed == other else { throw .identity(.changed) }
    changed = nil
    refused.append(PeerDigest(other))
    if refused.count > Self.greatestRefusedCount { refused.removeFirst() }
  }

  /// Takes note that a person compared the identity, or takes it back.
  mutating func verify(_ verified: Bool, _ compared: PeerIdentity) throws(MessagingError) {
    guard compared == identity, changed == nil else { throw .identity(.changed) }
    isVerified = verified
  }
}

extension PeerRecord {
  /// Reads what ``encoded`` wrote.
  init(decoding record: SharedSecretBytes) throws(MessagingError) {
    var reader = ByteReader(record.bytes) { _, _ in MessagingError.storage(.damaged) }
    guard try reader.number(UInt8.self) == Self.version else { throw .storage(.damaged) }
    let flags = try reader.number(UInt8.self)
    guard flags < 4 else { throw .storage(.damaged) }
    isVerified = flags & 1 != 0
    identity = try Self.identity(&reader)
    digest = PeerDigest(identity)
    if flags & 2 != 0 { changed = try Self.identity(&reader) }
    let count = Int(try reader.number(UInt8.self))
    guard count <= Self.greatestRefusedCount, changed != identity else { throw .storage(.damaged) }
    for _ in 0..<count { refused.append(PeerDigest(bytes: try reader.bytes(PeerDigest.byteCount))) }
    try reader.end()
  }

  /// The record to be stored.
  var encoded: SharedSecretBytes {
    let flags: UInt8 = (isVerified ? 1 : 0) | (changed == nil ? 0 : 2)
    var bytes = [Self.version, flags]
    bytes += identity.encoded
    bytes += changed?.encoded ?? []
    bytes.append(UInt8(truncatingIfNeeded: refused.count))
    for digest in refused { bytes += digest.bytes }
    return SharedSecretBytes(SecretBytes(copying: bytes))
  }

  private static func identity(_ reader: inout ByteReader<MessagingError>) throws(MessagingError)
    -> PeerIdentity
  {
    let bytes = try reader.bytes(PeerIdentity.byteCount)
    do {
      return try PeerIdentity(decoding: bytes)
    } catch {
      throw .storage(.damaged)
    }
  }
}

/// What a person or an application has said about the identity of a peer.
public enum PeerTrust: Sendable, Hashable {
  /// No identity is known yet; the first one is taken.
  case unknown
  /// The first identity that was seen, which nobody has compared.
  case unverified
  /// A person compared the safety number or scanned the code.
  case verified
  /// Somebody uses another identity under the peer's address. Nothing is sent, and nothing under that identity is
  /// delivered, until it is accepted with ``Conversation/accept(_:)`` or refused with ``Conversation/refuse(_:)``.
  case changed(PeerIdentity)
}
