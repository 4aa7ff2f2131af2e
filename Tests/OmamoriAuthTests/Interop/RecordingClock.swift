import OmamoriCore

/// Sleeps for a part of what is asked for, and keeps what was.
struct RecordingClock: Clock {
  typealias Instant = ContinuousClock.Instant

  let factor: Double
  private let asked = Protected<[Duration]>([])

  init(factor: Double) { self.factor = factor }

  var pauses: [Duration] { asked.withLock { $0 } }
  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let pause = ContinuousClock.now.duration(to: deadline)
    asked.withLock { $0.append(pause) }
    try await Task.sleep(for: pause * factor)
  }
}
