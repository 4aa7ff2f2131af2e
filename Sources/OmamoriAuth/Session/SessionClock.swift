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

/// When a token of a certain lifetime is replaced.
///
/// In the soft window the token is still given out, and a new one is fetched in the background; in the hard window
/// callers wait for the new one. The soft window is a tenth of the lifetime but at least 60 seconds, or a fifth of a
/// lifetime of less than 2 minutes; up to a fifth is added by chance, so that many processes do not refresh at once.
struct ExpiryWindow: Sendable, Equatable {
  let soft: Duration
  let hard: Duration

  /// - Parameters:
  ///   - lifetime: How long the token lasts from when it was asked for.
  ///   - leeway: The longest hard window.
  ///   - chance: 0 to 1.
  init(lifetime: Duration, leeway: Duration, chance: Double) {
    let base = lifetime < .seconds(120) ? lifetime / 5 : max(.seconds(60), lifetime / 10)
    soft = base * (1 + 0.2 * min(max(chance, 0), 1))
    hard = min(leeway, base / 2)
  }

  /// The longest validity that can be asked for without fetching a new token every time.
  func attainable(_ wanted: Duration, of lifetime: Duration) -> Duration { min(wanted, lifetime - soft) }
}

extension Duration {
  /// The seconds, with their fraction.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  /// The milliseconds, rounded down.
  package var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// A number of seconds, kept within 400 years so that nothing overflows; not-a-number is none.
  init(rounding seconds: Double) {
    let bound = 400 * 366 * 86_400.0
    self = .milliseconds(seconds.isNaN ? 0 : Int64((min(max(seconds, -bound), bound) * 1000).rounded()))
  }
}
