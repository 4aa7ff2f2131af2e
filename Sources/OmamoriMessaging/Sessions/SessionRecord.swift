import OmamoriCore
import OmamoriCrypto

/// One session with a device of a peer, and what is needed to find and to judge it.
struct SessionRecord: Sendable {
  /// How long a session is used for sending that the other side never answered.
  static let longestUnanswered: UInt64 = 30 * 24 * 3600 * 1000
  /// The most bytes of an encoded ratchet.
  static let greatestRatchetByteCount = 1 << 18

  /// The digest of the identity that the session belongs to.
  let identity: PeerDigest
  /// The algorithms.
  let suite: UInt8
  /// When it was begun or answered, in milliseconds since 1970.
  let begun: UInt64
  /// Tells what opened the session from what opened others.
  let openingDigest: OpeningDigest
  /// What the other side needs to have the session, sent with each message until the first answer; `nil` afterwards.
  private(set) var opening: [UInt8]?
  /// The keys.
  private(set) var ratchet: DoubleRatchet

  /// A session that this side begins.
  init(
    beginning ratchet: DoubleRatchet, opening: [UInt8], with identity: PeerIdentity, suite: UInt8,
    at now: UInt64
  ) {
    self.identity = PeerDigest(identity)
    self.suite = suite
    begun = now
    openingDigest = OpeningDigest(of: opening)
    self.opening = opening
    self.ratchet = ratchet
  }

  /// A session that the other side began.
  init(
    answering opening: [UInt8], ratchet: DoubleRatchet, with identity: PeerIdentity, suite: UInt8,
    at now: UInt64
  ) {
    self.identity = PeerDigest(identity)
    self.suite = suite
    begun = now
    openingDigest = OpeningDigest(of: opening)
    self.opening = nil
    self.ratchet = ratchet
  }

  /// Whether it may be used for sending: answered, or not too old.
  func isUsable(at now: UInt64) -> Bool {
    opening == nil || now < begun || now - begun < Self.longestUnanswered
  }

  /// Forgets the keys of messages that have been missing for too long.
  ///
  /// - Returns: Whether there was any.
  mutating func forgetOldKeys(at now: Date) -> Bool { ratchet.forgetOldKeys(at: now) }

  /// Seals a message in an envelope.
  mutating func seal(
    _ content: MessageContent, randomness: some Randomness
  ) throws(MessagingError) -> Envelope {
    let kind: Envelope.Kind = opening == nil ? .normal : .opening
    let prefix = Envelope.prefix(kind, suite: suite, opening: opening ?? [])
    let padded = MessagePadding.pad(content.encoded)
    let sealed = try ratchet.seal(padded, authenticating: prefix, randomness: randomness)
    return try Envelope(kind, suite: suite, opening: opening ?? [], sealed: sealed)
  }

  /// Opens a message, which answers a session that this side began; on an error nothing changes.
  mutating func open(_ envelope: Envelope, now: Date) throws(MessagingError) -> MessageContent {
    guard envelope.suite == suite else { throw .message(.unreadable) }
    var next = ratchet
    let padded = try next.open(envelope.sealed, authenticating: envelope.prefix, now: now)
    let content = try MessageContent(decoding: MessagePadding.unpad(padded))
    ratchet = next
    opening = nil
    return content
  }
}

extension SessionRecord {
  /// Reads one session of an archive.
  init(_ reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    identity = PeerDigest(bytes: try reader.bytes(PeerDigest.byteCount))
    suite = try reader.number(UInt8.self)
    begun = try reader.number(UInt64.self)
    openingDigest = OpeningDigest(bytes: try reader.bytes(OpeningDigest.byteCount))
    let opening = try reader.bytes(Int(try reader.number(UInt16.self)))
    guard opening.count <= Envelope.greatestOpeningByteCount, suite > 0, begun <= MessageTime.greatest,
      opening.isEmpty || OpeningDigest(of: opening) == openingDigest
    else { throw .storage(.damaged) }
    self.opening = opening.isEmpty ? nil : opening
    let count = Int(try reader.number(UInt32.self))
    guard count <= Self.greatestRatchetByteCount else { throw .storage(.damaged) }
    ratchet = try DoubleRatchet(decoding: try reader.secret(count))
  }

  /// The bytes that the session takes in an archive.
  var encodedByteCount: Int {
    PeerDigest.byteCount + 1 + 8 + OpeningDigest.byteCount + 2 + (opening?.count ?? 0) + 4
      + ratchet.encodedByteCount
  }

  /// Adds the session to an archive.
  func write(to writer: inout StateWriter) {
    writer.write(public: identity.bytes)
    writer.write(suite)
    writer.write(begun)
    writer.write(public: openingDigest.bytes)
    writer.write(UInt16(truncatingIfNeeded: opening?.count ?? 0))
    if let opening { writer.write(public: opening) }
    writer.write(UInt32(truncatingIfNeeded: ratchet.encodedByteCount))
    ratchet.write(to: &writer)
  }
}

/// Names what opened a session: the first half of its SHA-256 digest.
struct OpeningDigest: Sendable, Hashable {
  static let byteCount = 16

  /// The bytes, 16 of them.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The digest of an encoded opening.
  init(of opening: [UInt8]) { bytes = Array(SHA256.hash(data: opening).prefix(Self.byteCount)) }
}

/// Names an identity where the whole is not needed: the SHA-256 digest of its two keys.
struct PeerDigest: Sendable, Hashable {
  static let byteCount = 32

  /// The bytes, 32 of them.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The digest of an identity.
  init(_ identity: PeerIdentity) { bytes = Array(SHA256.hash(data: identity.encoded)) }
}
