import OmamoriAuth
@_spi(Testing) import OmamoriCore
import Testing

@Suite("App Attest: challenges")
struct AttestationChallengesTests {
  private let clock = ManualClock()

  @Test("A challenge is taken once, in time")
  func once() throws {
    let challenges = try AttestationChallenges(clock: clock)
    let challenge = try challenges.make()
    #expect(challenge.count == AttestationChallenges.size)
    try challenges.take(challenge)
    #expect(throws: AuthError.attestation(.nonceMismatch)) { try challenges.take(challenge) }
    let late = try challenges.make()
    clock.advance(by: .seconds(301))
    #expect(throws: AuthError.attestation(.expired)) { try challenges.take(late) }
    #expect(throws: AuthError.attestation(.nonceMismatch)) { try challenges.take(Data()) }
  }

  @Test("Many open challenges push out the oldest, and never grow without bound")
  func capacity() throws {
    let challenges = try AttestationChallenges(capacity: 2, clock: clock)
    let first = try challenges.make()
    clock.advance(by: .seconds(1))
    let second = try challenges.make()
    clock.advance(by: .seconds(1))
    let third = try challenges.make()
    #expect(throws: AuthError.attestation(.nonceMismatch)) { try challenges.take(first) }
    try challenges.take(second)
    try challenges.take(third)
  }

  @Test("A flood of challenges is fast, and taken ones make room")
  func flood() throws {
    let challenges = try AttestationChallenges(capacity: 20_000, clock: clock)
    let kept = try challenges.make()
    for _ in 0..<60_000 { try challenges.take(try challenges.make()) }
    try challenges.take(kept)
    let lost = try challenges.make()
    let start = ContinuousClock.now
    var last = lost
    for _ in 0..<40_000 { last = try challenges.make() }
    // Some microseconds each; a search through the open ones takes a millisecond or more.
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(throws: AuthError.attestation(.nonceMismatch)) { try challenges.take(lost) }
    try challenges.take(last)
  }

  @Test("Values out of range are refused")
  func ranges() {
    for (lifetime, capacity) in [
      (Duration.zero, 1), (.seconds(3601), 1), (.seconds(1), 0), (.seconds(1), 1_000_001),
    ] {
      #expect(throws: AuthError.configuration(.lifetime)) {
        try AttestationChallenges(lifetime: lifetime, capacity: capacity)
      }
    }
  }
}
