public import OmamoriCore

/// What to send, when, and what to make of the answers: a machine without clocks, disks and networks.
///
/// Every action is followed by the event that tells how it ended. A value; one thread at a time.
struct DeliveryMachine: Sendable {
  /// What happened.
  enum Event: Sendable, Equatable {
    /// There are entries up to here, maybe more than before.
    case available(end: UInt64)
    /// The cursor is on the disk.
    case saved
    /// The batch was acknowledged.
    case delivered
    /// It was not, or nobody knows.
    case failed(DeliveryProblem)
    /// The pause is over.
    case waited
  }

  /// What to do.
  enum Action: Sendable, Equatable {
    /// Bring the cursor to the disk.
    case save(DeliveryCursor)
    /// Send these entries as a batch.
    case send(Range<UInt64>)
    /// Wait.
    case pause(Duration)
    /// Wait until there are more entries.
    case sleep
    /// Stop, since it cannot work.
    case stop(DeliveryProblem)
  }

  private enum Phase: Sendable {
    case idle
    case saving(then: UInt64?)
    case sending
    case pausing
  }

  private(set) var cursor: DeliveryCursor
  private let settings: DeliverySettings
  private var phase = Phase.idle
  private var end: UInt64
  private var failures = 0
  /// A number from 0 to 1, new for each pause.
  private let jitter: @Sendable () -> Double

  /// Begins where the last run was.
  init(
    _ cursor: DeliveryCursor, _ settings: DeliverySettings,
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    (self.cursor, self.settings, self.jitter, end) = (cursor, settings, jitter, cursor.next)
  }

  /// Takes an event and says what to do next.
  mutating func handle(_ event: Event) -> Action {
    switch event {
    case .available(let end):
      self.end = max(self.end, end)
      return next()
    case .saved:
      guard case .saving(let batchEnd?) = phase else { return next() }
      phase = .sending
      return .send(cursor.next..<batchEnd)
    case .waited:
      phase = .idle
      return next()
    case .delivered: return acknowledge()
    case .failed(let problem): return fail(problem)
    }
  }

  /// Begins the next batch, whose bounds are on the disk before it goes out, so that it is the same when it is sent again.
  private mutating func next() -> Action {
    if cursor.end > cursor.next {
      phase = .sending
      return .send(cursor.next..<cursor.end)
    }
    var limit = cursor.next + UInt64(max(settings.batchCount, 1))
    if cursor.refusedEnd > cursor.next {
      // Half of what was refused, so that what spoils it is found in few steps.
      limit = min(limit, cursor.refusedEnd)
    }
    let batchEnd = min(limit, end)
    guard batchEnd > cursor.next else {
      phase = .idle
      return .sleep
    }
    cursor.end = batchEnd
    phase = .saving(then: batchEnd)
    return .save(cursor)
  }

  private mutating func acknowledge() -> Action {
    failures = 0
    cursor.next = cursor.end
    cursor.end = 0
    if cursor.refusedEnd <= cursor.next { cursor.refusedEnd = 0 }
    phase = .saving(then: nil)
    return .save(cursor)
  }

  private mutating func fail(_ problem: DeliveryProblem) -> Action {
    switch problem {
    case .rejected:
      failures = 0
      let count = cursor.end - cursor.next
      if count > 1 {
        cursor.refusedEnd = max(cursor.refusedEnd, cursor.end)
        cursor.end = cursor.next + count / 2
        phase = .saving(then: cursor.end)
        return .save(cursor)
      }
      cursor.isolated += 1
      cursor.lastIsolated = cursor.next
      return acknowledge()
    case .cancelled: return .stop(problem)
    case .busy(let retryAfter): return pause(atLeast: retryAfter)
    default: return pause(atLeast: nil)
    }
  }

  /// A pause that doubles with each failure and differs between clients, and is not shorter than what was asked for.
  private mutating func pause(atLeast asked: Duration?) -> Action {
    let longest = min(max(settings.longestPause, .milliseconds(1)), .seconds(31_536_000))
    let first = min(max(settings.firstPause, .milliseconds(1)), longest)
    let factor = 1 << min(failures, 20)
    if failures < 20 { failures += 1 }
    let full = min(first * factor, longest)
    let own = full * (0.5 + 0.5 * min(max(jitter(), 0), 1))
    phase = .pausing
    return .pause(min(max(own, asked ?? .zero), longest))
  }
}

/// How far a log was handed on, as it is kept beside the log: version 1, five numbers of eight bytes.
struct DeliveryCursor: Sendable, Hashable {
  private static let version: UInt8 = 1
  /// The length of the form in bytes.
  static let byteCount = 41

  /// The first entry that was not acknowledged.
  var next: UInt64 = 0
  /// The end of the batch that is on its way and that is sent again with the same identifier; 0 for none.
  var end: UInt64 = 0
  /// The end of a batch that was refused and that is sent in halves; 0 for none.
  var refusedEnd: UInt64 = 0
  /// How many records were set aside.
  var isolated: UInt64 = 0
  /// The last record that was set aside.
  var lastIsolated: UInt64 = 0

  /// Begins at an entry.
  init(next: UInt64 = 0) { self.next = next }

  /// Reads the form.
  init(decoding bytes: [UInt8]) throws(AuditLogError) {
    var reader = ByteReader(log: bytes.rawSpan)
    guard try reader.number(UInt8.self) == Self.version else { throw .format(.unknownVersion) }
    next = try reader.number()
    end = try reader.number()
    refusedEnd = try reader.number()
    isolated = try reader.number()
    lastIsolated = try reader.number()
    guard reader.isAtEnd, end == 0 || end > next else { throw reader.error() }
  }

  /// Whether it is one of a log with so many entries.
  func isWithin(_ count: UInt64) -> Bool { max(next, end, refusedEnd) <= count }

  /// The form.
  var encoded: [UInt8] {
    var bytes = [Self.version]
    for number in [next, end, refusedEnd, isolated, lastIsolated] { bytes.append(bigEndian: number) }
    return bytes
  }
}

/// How far a log was handed on.
public struct DeliveryProgress: Sendable, Hashable {
  /// The first entry that was not acknowledged.
  public let acknowledged: UInt64
  /// The number of entries that wait.
  public let waiting: UInt64
  /// The number of records that were set aside, since the collector refuses them.
  public let isolated: UInt64
  /// Why the last attempt failed; `nil` when it did not.
  public let problem: DeliveryProblem?
  /// What is wrong with what the collector says that it knows; `nil` when it agrees with the log.
  public let contradiction: AnchorFault?
}

/// How records are handed on.
public struct DeliverySettings: Sendable, Hashable {
  /// The most entries in a batch; at least 1.
  public var batchCount = 500
  /// How long to wait after the first failure, from a millisecond; each further one doubles it.
  public var firstPause = Duration.seconds(1)
  /// The longest wait between two attempts, also when the collector asks for a longer one; at most a year.
  public var longestPause = Duration.seconds(300)

  /// Takes the defaults.
  public init() {}
}
