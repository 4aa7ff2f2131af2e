@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// Tokens that are given out, and replaced before they expire.
@Suite struct TokenSessionTests {
  @Test func aTokenServesUntilItsWindow() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(3000))
    #expect(try await session.text() == "at-1")
    #expect(fixture.grant.sent == [])
  }

  @Test func inTheSoftWindowTheOldTokenServesWhileANewOneIsFetched() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(3600 - 300))
    fixture.grant.hold()
    #expect(try await session.text() == "at-1")
    await fixture.grant.untilSent(1)
    #expect(try await session.text() == "at-1")
    fixture.grant.letGo()
    #expect(try await session.refresh().text.reveal() == "at-2")
    #expect(fixture.grant.sent == ["rt-1"])
  }

  @Test func inTheHardWindowCallersWait() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(3600 - 50))
    #expect(try await session.text() == "at-2")
  }

  @Test func oneHundredCallersShareOneRefresh() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.hold()
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<100 { group.addTask { try await session.text() } }
      await fixture.grant.untilSent(1)
      fixture.grant.letGo()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == Array(repeating: "at-2", count: 100))
    #expect(fixture.grant.sent == ["rt-1"])
  }

  @Test func aCancelledCallerGoesAwayAndTheRefreshGoesOn() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.hold()
    let caller = Task { try await session.text() }
    await fixture.grant.untilSent(1)
    caller.cancel()
    await #expect(throws: AuthError.cancelled) { try await caller.value }
    fixture.grant.letGo()
    #expect(try await session.text() == "at-2")
    #expect(fixture.grant.sent == ["rt-1"])
  }

  /// Whatever is asked for, a server's tokens last as long as they do; nothing that it gave is lost on the way.
  @Test func aValidityThatNoTokenHasLosesNothing() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn(lifetime: .seconds(300))
    fixture.clock.advance(by: .seconds(100))
    fixture.grant.answer(with: .success(ScriptedGrant.tokens(2, fixture.clock, lifetime: .seconds(300))))
    #expect(try await session.text(validFor: .seconds(86_400)) == "at-2")
    #expect(try await session.text(validFor: .seconds(86_400)) == "at-2")
    #expect(try await fixture.record()?.tokens?.refresh?.reveal() == "rt-2")
    #expect(fixture.grant.sent == ["rt-1"])
  }

  /// The time of day may jump; within a process nothing depends on it.
  @Test func aClockThatIsSetChangesNothing() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.date += 86_400 * 365
    #expect(try await session.text() == "at-1")
    fixture.clock.date -= 86_400 * 3650
    #expect(try await session.text() == "at-1")
    #expect(fixture.grant.sent == [])
  }

  /// Another process has the time of day alone; one before the tokens were asked for proves nothing.
  @Test func afterARestartTheTimeOfDayCounts() async throws {
    let fixture = SessionFixture()
    _ = try await fixture.loggedIn()
    fixture.clock.date += 1800
    #expect(try await fixture.session().text() == "at-1")
    fixture.clock.date -= 3600 * 5
    #expect(try await fixture.session().text() == "at-2")
  }

  @Test func aTokenWithoutALifetimeServesUntilItIsRefused() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn(lifetime: nil)
    fixture.clock.advance(by: .seconds(86_400 * 30))
    let token = try await session.accessToken()
    #expect(token.text.reveal() == "at-1" && token.expiresAt == nil)
    await session.invalidate(token)
    #expect(try await session.text() == "at-2")
    // What is said of a token that was replaced since says nothing of the present one.
    await session.invalidate(token)
    #expect(try await session.text() == "at-2")
    #expect(fixture.grant.sent == ["rt-1"])
  }

  /// LemonLDAP::NG answers a refresh without a refresh token and without a scope.
  @Test func whatAnAnswerLeavesOutStaysAsItWas() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.answer(with: .success(ScriptedGrant.tokens(2, fixture.clock, refresh: false)))
    #expect(try await session.text() == "at-2")
    #expect(try await fixture.record()?.tokens?.refresh?.reveal() == "rt-1")
  }

  @Test func withoutARefreshTokenTheSessionEndsWithItsToken() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn(refresh: false)
    fixture.clock.advance(by: .seconds(3599))
    #expect(try await session.text() == "at-1")
    fixture.clock.advance(by: .seconds(2))
    await #expect(throws: AuthError.session(.reauthenticationRequired(.noRefreshToken))) {
      try await session.text()
    }
    #expect(await session.currentState() == .reauthenticationRequired(.noRefreshToken))
  }

  @Test(arguments: [0, 1, -5])
  func aLifetimeOfNothingDoesNotLoop(seconds: Int) async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn(lifetime: .seconds(seconds))
    let next = ScriptedGrant.tokens(2, fixture.clock, lifetime: .seconds(seconds))
    fixture.clock.advance(by: .seconds(2))
    fixture.grant.answer(with: .success(next))
    #expect(try await session.text() == "at-2")
    #expect(fixture.grant.sent == ["rt-1"])
  }

  /// Two instances of one process, as an app and its extension: the second finds what the first fetched.
  @Test func whatAnotherProcessFetchedIsUsed() async throws {
    let fixture = SessionFixture()
    let first = try await fixture.loggedIn()
    let second = fixture.session()
    #expect(try await second.text() == "at-1")
    fixture.clock.advance(by: .seconds(4000))
    #expect(try await first.text() == "at-2")
    #expect(try await second.text() == "at-2")
    #expect(fixture.grant.sent == ["rt-1"])
  }

  @Test func sessionsOfOthersAreNotTouched() async throws {
    let fixture = SessionFixture()
    _ = try await fixture.loggedIn()
    let other = fixture.session(SessionIdentity(issuer: "https://other.test", client: "app"))
    await #expect(throws: AuthError.session(.otherIdentity)) { try await other.text() }
    #expect(try await other.logout() == .nothing)
    let unbound = fixture.session(
      SessionIdentity(issuer: "https://as.test", client: "app", keyReference: "key-2"))
    await #expect(throws: AuthError.session(.reauthenticationRequired(.keyLost))) { try await unbound.text() }
    #expect(try await fixture.session().text() == "at-1")
    #expect(fixture.grant.sent == [] && fixture.grant.revoked == [])
  }

  @Test func theServersClockIsKnown() async throws {
    let fixture = SessionFixture()
    let session = fixture.session()
    let answer = TokenAnswer(
      accessToken: SecretText(copying: "at"), lifetime: .seconds(60), sentAt: fixture.clock.date,
      serverDate: fixture.clock.date.addingTimeInterval(7200))
    try await session.adopt(answer)
    #expect(await session.serverClockOffset == .seconds(7200))
    #expect(try await session.text() == "at")
  }

  /// The windows: 60 seconds or a tenth, a fifth of short lifetimes, and the hard one within.
  @Test(arguments: [(3600, 360, 60), (300, 60, 30), (60, 12, 6), (86_400, 8640, 60), (0, 0, 0)])
  func windows(lifetime: Int, soft: Int, hard: Int) {
    let window = ExpiryWindow(lifetime: .seconds(lifetime), leeway: .seconds(60), chance: 0)
    #expect(window.soft == .seconds(soft) && window.hard == .seconds(hard))
    let spread = ExpiryWindow(lifetime: .seconds(lifetime), leeway: .seconds(60), chance: 1)
    #expect(spread.soft == .seconds(soft) * 1.2 && spread.hard == window.hard)
  }

  @Test func theLeewayHasBounds() {
    #expect(throws: AuthError.configuration(.leeway)) { try SessionSettings(leeway: .seconds(60_000)) }
    #expect(throws: AuthError.configuration(.leeway)) { try SessionSettings(leeway: .seconds(-1)) }
  }
}
