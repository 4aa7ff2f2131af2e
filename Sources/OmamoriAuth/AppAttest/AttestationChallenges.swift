public import OmamoriCore

/// Challenges that a server made and takes once, for attestations and assertions; in memory.
///
/// Safe to use from any thread.
public final class AttestationChallenges: Sendable {
  /// The size of a challenge in bytes.
  public static let size = 32

  private let pending = Protected(Pending())
  private let lifetime: Duration
  private let capacity: Int
  private let clock: any WallClock
  private let randomness: any Randomness

  /// The open challenges; whoever asks for many of them at once costs no more than one that asks for one.
  private struct Pending {
    var ends: [Data: Date] = [:]
    /// All open ones in the order in which they were made, and some that were taken.
    private var order: ArraySlice<Data> = []

    mutating func add(_ challenge: Data, until end: Date, capacity: Int) {
      while ends.count >= capacity, let oldest = order.popFirst() { ends[oldest] = nil }
      if order.count >= 2 * capacity { order = order.filter { ends[$0] != nil }[...] }
      order.append(challenge)
      ends[challenge] = end
    }
  }

  /// Makes an empty list.
  ///
  /// - Parameters:
  ///   - lifetime: How long a challenge is taken, 1 second to 1 hour.
  ///   - capacity: How many may be open at a time, 1 to 1,000,000; the oldest makes room for a new one.
  ///   - clock: The time.
  ///   - randomness: The source of challenges.
  /// - Throws: ``AuthError/configuration(_:)`` for a value out of range.
  public init(
    lifetime: Duration = .seconds(300), capacity: Int = 10_000, clock: any WallClock = SystemWallClock(),
    randomness: any Randomness = SystemRandomness()
  ) throws(AuthError) {
    guard Duration.seconds(1)...Duration.seconds(3600) ~= lifetime, 1...1_000_000 ~= capacity else {
      throw .configuration(.lifetime)
    }
    (self.lifetime, self.capacity, self.clock, self.randomness) = (lifetime, capacity, clock, randomness)
  }

  /// Makes a challenge.
  ///
  /// - Returns: 32 random bytes.
  /// - Throws: ``AuthError/core(_:)`` without randomness.
  public func make() throws(AuthError) -> Data {
    let challenge: Data
    do throws(CoreError) {
      challenge = Data(try randomness.bytes(count: Self.size))
    } catch {
      throw .core(error)
    }
    let end = clock.date.later(by: lifetime)
    pending.withLock { $0.add(challenge, until: end, capacity: capacity) }
    return challenge
  }

  /// Takes a challenge that came back; a second time it is refused.
  ///
  /// - Parameter challenge: The challenge.
  /// - Throws: ``AuthError/attestation(_:)`` when it is none of these, was taken before, or is too old.
  public func take(_ challenge: Data) throws(AuthError) {
    let now = clock.date
    guard let end = pending.withLock({ $0.ends.removeValue(forKey: challenge) }) else {
      throw .attestation(.nonceMismatch)
    }
    guard now <= end else { throw .attestation(.expired) }
  }
}
