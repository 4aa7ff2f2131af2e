import OmamoriCore

/// The clocks of a session, of any types.
struct SessionClock: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let pause: @Sendable (Duration) async throws -> Void
  let wall: any WallClock

  /// - Parameters:
  ///   - clock: A clock that goes on while the machine sleeps and never jumps.
  ///   - wall: The time of day.
  init<Source: Clock>(_ clock: Source, wall: any WallClock) where Source.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    pause = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    self.wall = wall
  }

  /// The time since the clock was taken over.
  var uptime: Duration { elapsed() }

  func moment(_ randomness: any Randomness) -> SessionMoment {
    let bytes: [UInt8]
    // because the spreading of refreshes over time needs no secrecy, and a session without randomness still works
    do throws(CoreError) { bytes = try randomness.bytes(count: 2) } catch { bytes = [128, 0] }
    let chance = Double(Int(bytes[0]) << 8 | Int(bytes[1])) / 65_535
    return SessionMoment(date: wall.date, uptime: uptime, chance: chance)
  }

  /// Waits; ends early when the task is cancelled.
  func sleep(_ duration: Duration) async {
    do { try await pause(duration) } catch { return }
  }
}
