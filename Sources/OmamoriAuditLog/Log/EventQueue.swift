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
