import Dispatch
import OmamoriCore

/// Where events come in, from any thread, and where the thread that writes them takes them.
///
/// Safe to use from any thread.
final class LogDoor: Sendable {
  /// Something the writing thread does between two batches; it is told `nil` when the thread is gone.
  typealias Command = @Sendable (LogWriter?) -> Void

  /// What the writing thread has to do.
  struct Work: Sendable {
    var events: [QueuedEvent]
    var dropped: UInt64
    var refused: UInt64
    var commands: [Command]
  }

  private struct State {
    var queue: EventQueue
    /// What is to be done, and after how many events.
    var commands: [(mark: UInt64, command: Command)] = []
    var isAsleep = false
    var isGone = false
    /// How many batches are on their way to the disk.
    var flushes = 0

    /// Whether the writing thread should take what is there.
    ///
    /// While the disk is busy, little stays here and becomes one batch; much is sealed ahead, once.
    var isReady: Bool {
      if !commands.isEmpty { return true }
      return flushes == 0 ? queue.hasWork : flushes == 1 && queue.backlog >= LogDoor.worthSealingAhead
    }
  }

  /// From how many bytes on a batch is sealed while the one before is being flushed.
  private static let worthSealingAhead = 32 << 10
  /// How many events of an array are encoded before the writing thread gets them.
  private static let portion = 256

  private let state: Protected<State>
  private let bell = DispatchSemaphore(value: 0)
  private let encoder: EventEncoder
  private let policy: BackPressure
  private let clock: any WallClock

  /// Opens the door.
  init(_ settings: AuditLogSettings, _ encoder: EventEncoder, clock: any WallClock) {
    state = Protected(State(queue: EventQueue(greatestBacklog: settings.greatestBacklog)))
    (self.encoder, self.clock, policy) = (encoder, clock, settings.backPressure)
  }

  /// The nanoseconds of a clock that never goes back.
  static var tick: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Hands an event to the writing thread and waits until it is durable.
  ///
  /// - Returns: The record's number.
  func append(_ event: AuditEvent) async throws(AuditLogError) -> UInt64 {
    if Task.isCancelled { throw .cancelled }
    let waiter = AppendWaiter()
    try enter([event], waiter)
    return try await withTaskCancellationHandler {
      await waiter.wait()
    } onCancel: {
      let isWithdrawn = state.withLock { $0.queue.withdraw(waiter) }
      if isWithdrawn { waiter.answer(.failure(.cancelled)) }
    }.get()
  }

  /// Hands events on together and waits until all of them are durable.
  ///
  /// - Returns: The number of the last record.
  func append(_ events: [AuditEvent]) async throws(AuditLogError) -> UInt64? {
    guard !events.isEmpty else { return nil }
    let waiter = AppendWaiter(count: events.count)
    var start = 0
    while start < events.count {
      let end = min(start + Self.portion, events.count)
      try enter(events[start..<end], waiter)
      start = end
    }
    return try await waiter.wait().get()
  }

  private func enter(_ events: ArraySlice<AuditEvent>, _ waiter: AppendWaiter) throws(AuditLogError) {
    var queued: [QueuedEvent] = []
    queued.reserveCapacity(events.count)
    for event in events {
      queued.append(
        QueuedEvent(
          content: try encoder.prepare(event), nanoseconds: clock.date.nanoseconds, waiter: waiter))
    }
    let entering = queued
    let (verdict, wakes) = state.withLock { state in
      let tick = Self.tick
      var verdict = EventQueue.Verdict.taken
      for event in entering where verdict == .taken { verdict = state.queue.offer(event, policy, tick: tick) }
      return (verdict, Self.wake(&state))
    }
    if wakes { bell.signal() }
    if case .refused(let error) = verdict { throw error }
  }

  /// Takes what a module of the toolkit saw, without waiting for anything.
  func report(_ event: SecurityEvent) { report(AuditEvent(event)) }

  /// Takes an event that nobody waits for.
  func report(_ event: AuditEvent) {
    let content: QueuedEvent.Content?
    do throws(AuditLogError) { content = try encoder.prepare(event) } catch { content = nil }
    let date = clock.date.nanoseconds
    let wakes = state.withLock { state in
      if let content {
        let queued = QueuedEvent(content: content, nanoseconds: date, waiter: nil)
        _ = state.queue.offer(queued, .dropNewest, tick: Self.tick)
      } else {
        state.queue.refuse()
      }
      return Self.wake(&state)
    }
    if wakes { bell.signal() }
  }

  /// Has the writing thread do something after what is in the queue now.
  func command(_ command: @escaping Command) {
    let (isGone, wakes) = state.withLock { state in
      if !state.isGone { state.commands.append((state.queue.taken, command)) }
      return (state.isGone, Self.wake(&state))
    }
    if isGone { command(nil) }
    if wakes { bell.signal() }
  }

  /// The writing thread ends.
  func leave() {
    let commands = state.withLock { state in
      state.isGone = true
      defer { state.commands = [] }
      return state.commands
    }
    for (_, command) in commands { command(nil) }
  }

  /// A batch is on its way to the disk.
  func flushBegins() { state.withLock { $0.flushes += 1 } }

  /// A batch arrived there, or never will.
  func flushEnds() {
    let wakes = state.withLock { state in
      state.flushes -= 1
      return Self.wake(&state)
    }
    if wakes { bell.signal() }
  }

  private static func wake(_ state: inout State) -> Bool {
    guard state.isAsleep, state.isReady else { return false }
    state.isAsleep = false
    return true
  }

  /// Waits for work, but no longer than to a time; for the writing thread.
  func next(until time: UInt64) -> Work {
    let isIdle = state.withLock { state in
      state.isAsleep = !state.isReady
      return state.isAsleep
    }
    if isIdle, bell.wait(timeout: DispatchTime(uptimeNanoseconds: time)) == .timedOut {
      // Somebody may have rung in between; that ring must not be heard the next time.
      let wasRung = state.withLock { state in
        defer { state.isAsleep = false }
        return !state.isAsleep
      }
      if wasRung { bell.wait() }
    }
    return state.withLock { state in
      let (events, dropped, refused) = state.queue.take()
      // Events of callers that wait for room are not passed by.
      let ready = state.commands.prefix { state.queue.isPast($0.mark) }
      state.commands.removeFirst(ready.count)
      return Work(events: events, dropped: dropped, refused: refused, commands: ready.map(\.command))
    }
  }

  /// Lets nothing in any more and refuses what waits.
  func close(_ error: AuditLogError) {
    let rest = state.withLock { $0.queue.finish(error) }
    for event in rest { event.waiter?.answer(.failure(error)) }
  }
}

extension Date {
  /// The nanoseconds since 1970, from 0 to the year 2261.
  var nanoseconds: Int64 {
    let value = timeIntervalSince1970 * 1e9
    return value.isNaN ? 0 : Int64(min(max(value, 0), 9.2e18))
  }
}
