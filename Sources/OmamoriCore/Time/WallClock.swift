/// The time of day, which people and certificates use; a port, so that tests can set it.
///
/// It may jump when it is set. Measure durations with Swift's `Clock` instead. Safe to use from any thread.
public protocol WallClock: Sendable {
  /// The date and time now.
  var date: Date { get }
}

/// The operating system's time of day.
///
/// Has no state; safe to use from any thread.
public struct SystemWallClock: WallClock {
  /// Makes a clock.
  public init() {}

  /// The date and time now.
  public var date: Date { Date() }
}

/// A clock that stands still until a test moves it, for durations and for the time of day.
///
/// Safe to use from any thread.
@_spi(Testing)
public final class ManualClock: Clock, WallClock {
  /// A moment, counted from the making of the clock.
  public struct Instant: InstantProtocol {
    let elapsed: Duration

    /// The moment `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

    /// The time from this moment to `other`.
    public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

    /// Says whether `left` comes first.
    public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(elapsed: .zero)
    var date: Date
    var lastIdentifier = 0
    var sleepers: [Int: Sleeper] = [:]
    var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Protected<State>

  /// Makes a clock that shows `date` as the time of day, the beginning of 2026 unless told otherwise.
  public init(date: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
    state = Protected(State(date: date))
  }

  /// The moment now.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest step.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The time of day now; setting it moves nothing else, as when a person sets the clock.
  public var date: Date {
    get { state.withLock { $0.date } }
    set { state.withLock { $0.date = newValue } }
  }

  /// Moves both times on and wakes those who sleep until then.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let (seconds, attoseconds) = duration.components
      state.date += Double(seconds) + Double(attoseconds) / 1e18
      let now = state.now
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for identifier in due.keys { state.sleepers[identifier] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Sleeps until the clock is moved to `deadline` or the task is cancelled.
  ///
  /// - Parameters:
  ///   - deadline: When to wake up.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let identifier = state.withLock { state in
      state.lastIdentifier += 1
      return state.lastIdentifier
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enlist(Sleeper(deadline: deadline, continuation: continuation), as: identifier)
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: identifier) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until at least `count` tasks sleep, so that a test moves the clock neither too early nor after a delay.
  public func untilSleeping(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        let isReached = state.sleepers.count >= count
        if !isReached { state.observers.append((count, continuation)) }
        return isReached
      }
      if isReached { continuation.resume() }
    }
  }

  private func enlist(_ sleeper: Sleeper, as identifier: Int) {
    // A task cancelled before this has run its handler in vain and is seen here; a later one finds the sleeper.
    let (isCancelled, isDue, reached) = state.withLock { state in
      let isCancelled = Task.isCancelled
      let isDue = sleeper.deadline <= state.now
      if !isCancelled, !isDue { state.sleepers[identifier] = sleeper }
      let sleeping = state.sleepers.count
      let reached = state.observers.filter { $0.count <= sleeping }.map(\.continuation)
      state.observers.removeAll { $0.count <= sleeping }
      return (isCancelled, isDue, reached)
    }
    for continuation in reached { continuation.resume() }
    if isCancelled {
      sleeper.continuation.resume(throwing: CancellationError())
    } else if isDue {
      sleeper.continuation.resume()
    }
  }
}
