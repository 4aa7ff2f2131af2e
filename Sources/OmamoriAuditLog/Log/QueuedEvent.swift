import OmamoriCore

/// An event on its way to the disk.
///
/// A value; safe to share between threads.
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
