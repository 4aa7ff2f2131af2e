import OmamoriCore

/// What waits for the disk: a machine without threads, clocks and files.
///
/// Events leave it in the order in which they came. A value; one thread at a time.
struct EventQueue: Sendable {
  /// What becomes of an offered event.
  enum Verdict: Sendable, Equatable {
    /// It is in the queue, or waits for room in it.
    case taken
    /// It is not recorded.
    case refused(AuditLogError)
  }

  private let greatestBacklog: Int
  private(set) var events: [QueuedEvent] = []
  /// Events of callers that wait for room.
  private(set) var late: [QueuedEvent] = []
  private var lateStart = 0
  /// The bytes of what waits, without callers that wait for room.
  private(set) var backlog = 0
  private var lastTick: UInt64 = 0
  /// How many events were taken in.
  private(set) var taken: UInt64 = 0
  /// How many events were dropped since that was recorded last.
  private(set) var dropped: UInt64 = 0
  /// How many events of the sink could not be recorded as they are.
  private(set) var refused: UInt64 = 0
  /// Why nothing is taken any more.
  private(set) var end: AuditLogError?

  /// Makes an empty queue.
  ///
  /// - Parameter greatestBacklog: How many bytes wait at most, apart from those of callers that wait themselves.
  init(greatestBacklog: Int) { self.greatestBacklog = greatestBacklog }

  /// Whether there is something to write.
  var hasWork: Bool { !events.isEmpty || dropped > 0 || refused > 0 }

  /// Whether all that still waits came after so many had been taken in.
  func isPast(_ mark: UInt64) -> Bool { UInt64(events.count + late.count - lateStart) <= taken - mark }

  /// Takes an event, or not.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - policy: What to do when there is no room.
  ///   - tick: The time, by a clock that never goes back.
  /// - Returns: What became of it.
  mutating func offer(_ event: QueuedEvent, _ policy: BackPressure, tick: UInt64) -> Verdict {
    if let end { return .refused(end) }
    var event = event
    lastTick = max(lastTick, tick)
    event.tick = lastTick
    // Those that wait for room come first.
    if backlog + event.cost <= greatestBacklog && lateStart == late.count {
      backlog += event.cost
      events.append(event)
      taken += 1
      return .taken
    }
    switch policy {
    case .wait:
      late.append(event)
      taken += 1
      return .taken
    case .dropNewest:
      dropped += 1
      return .refused(.storage(.overloaded))
    case .refuse: return .refused(.storage(.overloaded))
    }
  }

  /// Counts an event of the sink that cannot be recorded.
  mutating func refuse() { refused += 1 }

  /// Gives back everything that waits, and makes room.
  mutating func take() -> (events: [QueuedEvent], dropped: UInt64, refused: UInt64) {
    defer {
      (events, backlog, dropped, refused) = ([], 0, 0, 0)
      admitLate()
    }
    return (events, dropped, refused)
  }

  private mutating func admitLate() {
    while lateStart < late.count, backlog == 0 || backlog + late[lateStart].cost <= greatestBacklog {
      backlog += late[lateStart].cost
      events.append(late[lateStart])
      lateStart += 1
    }
    // What was handed on does not stay here, also when somebody waits all the time.
    if lateStart == late.count {
      (late, lateStart) = ([], 0)
    } else if lateStart > 64, lateStart * 2 > late.count {
      late.removeFirst(lateStart)
      lateStart = 0
    }
  }

  /// Takes the event of a caller back that does not want to wait any longer.
  ///
  /// - Returns: Whether it was still here and is never recorded.
  mutating func withdraw(_ waiter: AppendWaiter) -> Bool {
    if let index = late[lateStart...].firstIndex(where: { $0.waiter === waiter }) {
      late.remove(at: index)
      return true
    }
    guard let index = events.firstIndex(where: { $0.waiter === waiter }) else { return false }
    backlog -= events[index].cost
    events.remove(at: index)
    return true
  }

  /// Ends: nothing is taken any more, and what waits is given back to be refused.
  mutating func finish(_ error: AuditLogError) -> [QueuedEvent] {
    if end == nil { end = error }
    defer { (events, late, lateStart, backlog) = ([], [], 0, 0) }
    return events + late[lateStart...]
  }
}

/// The newest durable events in plain form, in memory only and bounded; the oldest make room.
///
/// Until somebody wants to hand them on it keeps only a few: what is written is to be out of reach of whoever takes the
/// memory of the process.
///
/// Safe to use from any thread.
final class PlainQueue: Sendable {
  private struct State {
    var records: [PlainRecord] = []
    var start = 0
    var size = 0
    /// The first entry from which on every event is here.
    var first: UInt64
    /// The number of durable entries.
    var end: UInt64
    var isOver = false
    var isDelivered = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// How many bytes are kept for a delivery that may begin yet.
  static let sizeWithoutDelivery = 16 << 10

  private let greatestSize: Int
  private let state: Protected<State>

  /// Makes a queue of a log with so many entries.
  init(greatestSize: Int, end: UInt64) {
    self.greatestSize = greatestSize
    state = Protected(State(first: end, end: end))
  }

  /// Adds what became durable, up to an entry.
  func add(_ records: [PlainRecord], end: UInt64) {
    let waiting = state.withLock { state in
      for record in records {
        state.records.append(record)
        state.size += record.bytes.count + 64
      }
      state.end = end
      let limit = state.isDelivered ? greatestSize : min(greatestSize, Self.sizeWithoutDelivery)
      while state.size > limit, state.start < state.records.count {
        state.first = state.records[state.start].sequence + 1
        Self.removeOldest(&state)
      }
      Self.compact(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Somebody hands the events on from now on.
  func beginDelivery() { state.withLock { $0.isDelivered = true } }

  /// Forgets what was acknowledged.
  func remove(before sequence: UInt64) {
    state.withLock { state in
      while state.start < state.records.count, state.records[state.start].sequence < sequence {
        Self.removeOldest(&state)
      }
      state.first = max(state.first, min(sequence, state.end))
      Self.compact(&state)
    }
  }

  private static func removeOldest(_ state: inout State) {
    let oldest = state.records[state.start]
    state.size -= oldest.bytes.count + 64
    // The bytes go at once and not when the array is put together.
    state.records[state.start] = PlainRecord(sequence: oldest.sequence, segment: oldest.segment, bytes: [])
    state.start += 1
  }

  private static func compact(_ state: inout State) {
    guard state.start > 64, state.start * 2 > state.records.count else { return }
    state.records.removeFirst(state.start)
    state.start = 0
  }

  /// The number of durable entries.
  var end: UInt64 { state.withLock { $0.end } }

  /// The first entry from which on every event is here.
  var first: UInt64 { state.withLock { $0.first } }

  /// The events of some entries; `nil` when not all of them are here any more.
  func records(in range: Range<UInt64>) -> [PlainRecord]? {
    state.withLock { state in
      guard range.lowerBound >= state.first else { return nil }
      return state.records[state.start...].filter { range.contains($0.sequence) }
    }
  }

  /// Waits until there are entries from this one on, nothing more comes, or somebody calls ``wake()``.
  func wait(past sequence: UInt64) async {
    await withCheckedContinuation { continuation in
      // A task cancelled before this has rung in vain and is seen here.
      let isThere = state.withLock { state in
        let isThere = state.end > sequence || state.isOver || Task.isCancelled
        if !isThere { state.waiting.append(continuation) }
        return isThere
      }
      if isThere { continuation.resume() }
    }
  }

  /// Nothing more comes.
  func finish() {
    state.withLock { $0.isOver = true }
    wake()
  }

  /// Lets all who wait go on.
  func wake() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// A durable event in plain form, on its way to a collector.
struct PlainRecord: Sendable, Hashable {
  /// Its place among the entries of the log.
  let sequence: UInt64
  /// The number of its segment.
  let segment: UInt64
  /// The stored form.
  let bytes: [UInt8]
}

/// An event on its way to the disk.
struct QueuedEvent: Sendable {
  /// The stored form without its times, or with private fields the event as it was screened.
  enum Content: Sendable {
    case encoded([UInt8])
    indirect case unsealed(AuditEvent)
  }

  var content: Content
  /// The time of day in nanoseconds since 1970.
  let nanoseconds: Int64
  /// When it was queued, by a clock that never goes back.
  var tick: UInt64 = 0
  /// Who waits for it; `nil` for an event of the sink.
  let waiter: AppendWaiter?

  /// Gives the content away, so that nobody else holds it.
  mutating func take() -> Content {
    let taken = content
    content = .encoded([])
    return taken
  }

  /// The room that it takes in the queue, in bytes.
  var cost: Int {
    switch content {
    case .encoded(let bytes): bytes.count + 64
    case .unsealed: AuditRecord.greatestSize / 4
    }
  }
}
