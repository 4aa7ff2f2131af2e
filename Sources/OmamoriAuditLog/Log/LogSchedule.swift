/// When a running log is due for a heartbeat, a checkpoint or a new segment: a machine that only compares times.
///
/// Times are nanoseconds of a clock that never goes back. A value; one thread at a time.
struct LogSchedule: Sendable, Hashable {
  /// What is due.
  enum Action: Sendable, Hashable {
    case heartbeat
    case checkpoint
    case rotation
  }

  private let heartbeat: UInt64
  private let checkpointRecords: Int
  private let checkpointInterval: UInt64
  private let segmentSize: Int
  private let segmentAge: UInt64
  private var lastWrite: UInt64
  private var lastCheckpoint: UInt64
  private var segmentStart: UInt64
  private var isFresh = true
  private var isOver = false
  private var recordsSinceCheckpoint = 0

  /// Begins with a new segment.
  init(_ settings: AuditLogSettings, now: UInt64) {
    heartbeat = Self.nanoseconds(settings.heartbeat)
    checkpointRecords = settings.checkpointRecords
    checkpointInterval = Self.nanoseconds(settings.checkpointInterval)
    segmentSize = settings.segmentSize
    segmentAge = Self.nanoseconds(settings.segmentAge)
    (lastWrite, lastCheckpoint, segmentStart) = (now, now, now)
  }

  /// What has to be done now, in this order.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - size: The size of the segment in bytes.
  /// - Returns: The actions, mostly none.
  func due(now: UInt64, size: Int) -> [Action] {
    if isOver { return [] }
    // A segment without events is not followed by another one, however old it gets.
    if !isFresh, size >= segmentSize || now &- segmentStart >= segmentAge { return [.rotation] }
    if recordsSinceCheckpoint >= checkpointRecords { return [.checkpoint] }
    if recordsSinceCheckpoint > 0, now &- lastCheckpoint >= checkpointInterval { return [.checkpoint] }
    return now &- lastWrite >= heartbeat ? [.heartbeat] : []
  }

  /// The next time at which something is due even if nothing happens.
  var nextTime: UInt64 {
    // A time that has passed would keep a writer busy that can do nothing any more.
    if isOver { return .max }
    var next = lastWrite + heartbeat
    if recordsSinceCheckpoint > 0 { next = min(next, lastCheckpoint + checkpointInterval) }
    if !isFresh { next = min(next, segmentStart + segmentAge) }
    return next
  }

  /// The writer failed or ended: nothing is due any more.
  mutating func end() { isOver = true }

  /// Events were written.
  mutating func didWrite(records: Int, now: UInt64) {
    (lastWrite, isFresh) = (now, false)
    recordsSinceCheckpoint += records
  }

  /// A heartbeat was written.
  mutating func didBeat(now: UInt64) { lastWrite = now }

  /// A checkpoint was signed.
  mutating func didCheckpoint(now: UInt64) {
    (lastCheckpoint, lastWrite, recordsSinceCheckpoint) = (now, now, 0)
  }

  /// A new segment began.
  mutating func didRotate(now: UInt64) {
    didCheckpoint(now: now)
    (segmentStart, isFresh) = (now, true)
  }

  /// A duration in nanoseconds, no longer than about 290 years.
  static func nanoseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0 else { return 0 }
    return UInt64(min(seconds, 9_000_000_000)) * 1_000_000_000 + UInt64(max(attoseconds, 0) / 1_000_000_000)
  }
}
