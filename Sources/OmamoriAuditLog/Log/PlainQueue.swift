import OmamoriCore

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
