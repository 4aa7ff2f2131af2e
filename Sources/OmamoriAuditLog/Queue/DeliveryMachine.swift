import OmamoriCore

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
