import OmamoriCore

/// All sessions with one device of a peer: the first is used for sending, all of them for receiving.
///
/// The session that received last comes first, so that both sides agree on one soon after both began one.
struct SessionArchive: Sendable {
  /// The most sessions that are kept; the one unused for longest goes first.
  static let greatestCount = 40
  /// The most of them that nobody answered, when there is no room for all.
  static let greatestUnansweredCount = 20
  /// The time between two resets.
  static let shortestResetInterval: UInt64 = 3600 * 1000
  /// How many messages that were opened are remembered.
  static let greatestOpenedCount = 500
  /// The most bytes of an encoded archive.
  static let greatestByteCount = 16 << 20

  /// How many bytes are remembered of a message.
  private static let markByteCount = 4

  /// The sessions, the one used last first.
  private(set) var sessions: [SessionRecord] = []
  /// When this side began a new session because it could not open a message, in milliseconds since 1970.
  private(set) var lastReset: UInt64 = 0
  /// The last bytes of messages that were opened, oldest first: they tell a copy whose keys are gone from a message whose
  /// keys were never there.
  ///
  /// One message in eight million is taken for a copy by chance, and the next one says the truth.
  private var opened: [UInt8] = []

  /// An archive without sessions.
  init() {}

  /// The session for sending to an identity.
  func sendingIndex(to identity: PeerDigest, at now: UInt64) -> Int? {
    sessions.firstIndex { $0.identity == identity && $0.isUsable(at: now) }
  }

  /// The session that was answered to an opening.
  func index(of opening: OpeningDigest) -> Int? { sessions.firstIndex { $0.openingDigest == opening } }

  /// Puts a session first that was just begun or answered.
  mutating func insert(_ session: SessionRecord) {
    sessions.insert(session, at: 0)
    while sessions.count > Self.greatestCount {
      // Resets that somebody on the way provokes must not push out the sessions that the peer uses; nor may a full
      // archive drop a session that was just begun, whose answer is on its way.
      let unanswered = sessions.indices.filter { sessions[$0].opening != nil }
      sessions.remove(
        at: unanswered.count > Self.greatestUnansweredCount ? unanswered.last ?? 0 : sessions.count - 1)
    }
  }

  /// Seals a message with a session.
  mutating func seal(
    _ content: MessageContent, at index: Int, randomness: some Randomness
  ) throws(MessagingError) -> Envelope {
    try sessions[index].seal(content, randomness: randomness)
  }

  /// Opens a message with a session, which then comes first; on an error nothing changes.
  mutating func open(_ envelope: Envelope, at index: Int, now: Date) throws(MessagingError) -> MessageContent
  {
    let content = try sessions[index].open(envelope, now: now)
    if index > 0 { sessions.insert(sessions.remove(at: index), at: 0) }
    return content
  }

  /// Takes note of a message that was opened, with one of the sessions or with one that is gone by now.
  mutating func noteOpened(_ envelope: Envelope) {
    opened += envelope.sealed.suffix(Self.markByteCount)
    opened.removeFirst(max(opened.count - Self.greatestOpenedCount * Self.markByteCount, 0))
  }

  /// Whether a message is one of the last that were opened.
  func wasOpened(_ envelope: Envelope) -> Bool {
    let mark = envelope.sealed.suffix(Self.markByteCount)
    return stride(from: 0, to: opened.count, by: Self.markByteCount).contains {
      opened[$0..<$0 + Self.markByteCount].elementsEqual(mark)
    }
  }

  /// Drops the sessions that do not belong to an identity.
  mutating func keepOnly(_ identity: PeerDigest) { sessions.removeAll { $0.identity != identity } }

  /// Whether this side may begin a new session because it cannot open a message.
  ///
  /// A clock that was set back does not forbid it.
  func mayReset(at now: UInt64) -> Bool {
    lastReset == 0 || now < lastReset || now - lastReset >= Self.shortestResetInterval
  }

  /// Takes note of a reset.
  mutating func noteReset(at now: UInt64) { lastReset = max(now, 1) }

  /// Forgets sessions that this side began and that nobody answered for too long, and in all others the keys of messages
  /// that have been missing for too long.
  ///
  /// - Returns: Whether there was any.
  mutating func prune(at date: Date) -> Bool {
    let (count, now) = (sessions.count, MessageTime.milliseconds(date))
    sessions.removeAll { !$0.isUsable(at: now) }
    var isChanged = sessions.count != count
    for index in sessions.indices where sessions[index].forgetOldKeys(at: date) { isChanged = true }
    return isChanged
  }
}

extension SessionArchive {
  /// Reads what ``encoded()`` wrote.
  init(decoding record: SharedSecretBytes) throws(MessagingError) {
    guard record.count <= Self.greatestByteCount else { throw .storage(.damaged) }
    var reader = ByteReader(record.bytes) { _, _ in MessagingError.storage(.damaged) }
    let version = try reader.number(UInt8.self)
    guard 1...2 ~= version else { throw .storage(.damaged) }
    lastReset = try reader.number(UInt64.self)
    guard lastReset <= MessageTime.greatest else { throw .storage(.damaged) }
    let sessionCount = Int(try reader.number(UInt8.self))
    guard sessionCount <= Self.greatestCount else { throw .storage(.damaged) }
    for _ in 0..<sessionCount { sessions.append(try SessionRecord(&reader)) }
    if version == 2 {
      let count = Int(try reader.number(UInt16.self))
      guard 1...Self.greatestOpenedCount ~= count else { throw .storage(.damaged) }
      opened = try reader.bytes(count * Self.markByteCount)
    }
    try reader.end()
  }

  /// The record to be stored: version 2, or version 1 as long as nothing was opened.
  func encoded() throws(MessagingError) -> SharedSecretBytes {
    let end = opened.isEmpty ? 0 : 2 + opened.count
    var writer = StateWriter(byteCount: sessions.reduce(1 + 8 + 1 + end) { $0 + $1.encodedByteCount })
    writer.write(UInt8(opened.isEmpty ? 1 : 2))
    writer.write(lastReset)
    writer.write(UInt8(truncatingIfNeeded: sessions.count))
    for session in sessions { session.write(to: &writer) }
    if !opened.isEmpty {
      writer.write(UInt16(truncatingIfNeeded: opened.count / Self.markByteCount))
      writer.write(public: opened)
    }
    return writer.finish()
  }
}
