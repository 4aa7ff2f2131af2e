@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// Logouts: what is wiped when, and what is given back.
@Suite struct LogoutTests {
  @Test func theTokensAreWipedFirstAndGivenBackThen() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    #expect(try await session.logout() == .revoked)
    #expect(fixture.grant.revoked == ["rt-1"])
    // The wiped record was on the disk before the server heard of it, with what was to be given back.
    #expect(fixture.store.written.map { $0.tokens == nil } == [false, true, true])
    #expect(fixture.store.written[1].outbox.map { $0.token.reveal() } == ["rt-1"])
    #expect(fixture.store.written[2].outbox == [])
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await session.text() }
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await fixture.session().text() }
    #expect(try await session.logout() == .nothing)
    #expect(fixture.grant.sent == [])
  }

  @Test func withoutARefreshTokenTheAccessTokenIsGivenBack() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn(refresh: false)
    #expect(try await session.logout() == .revoked)
    #expect(fixture.grant.revoked == ["at-1"])
  }

  @Test func whatCannotBeGivenBackNowIsGivenBackByAnybodyLater() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.grant.state.withLock { $0.revocations = [.transport(.notConnected)] }
    #expect(try await session.logout() == .pending)
    #expect(await session.currentState() == .loggedOut(pendingRevocations: 1))
    let next = fixture.session()
    await next.restore()
    await next.waitForDelivery()
    #expect(fixture.grant.revoked == ["rt-1"])
    #expect(try await fixture.record()?.outbox == [])
  }

  @Test func aServerThatTakesNothingBackIsNotAsked() async throws {
    let fixture = SessionFixture(canRevoke: false)
    let session = try await fixture.loggedIn()
    #expect(try await session.logout() == .unsupported)
    #expect(try await fixture.record()?.outbox == [])
    #expect(fixture.grant.revoked == [])
  }

  @Test func aServerThatRefusesToTakeItBackIsNotAskedAgain() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.grant.state.withLock { $0.revocations = [.server(.invalidClient, status: 401)] }
    #expect(try await session.logout() == .unsupported)
    await session.waitForDelivery()
    #expect(try await fixture.record()?.outbox == [])
  }

  /// A refresh that was under way does not bring the session back; what it brought is given back.
  @Test func tokensThatComeTooLateAreGivenBack() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.hold()
    let caller = Task { try await session.text() }
    await fixture.grant.untilSent(1)
    #expect(try await session.logout() == .revoked)
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await caller.value }
    fixture.grant.letGo()
    for _ in 0..<2000 where fixture.grant.revoked.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(fixture.grant.revoked == ["rt-1", "rt-2"])
    await session.waitForDelivery()
    #expect(try await fixture.record()?.state == .loggedOut)
    #expect(fixture.grant.sent == ["rt-1"])
  }

  /// A store that cannot be wiped is reported; nothing is given out any more, and wiping goes on.
  @Test func aStoreThatCannotBeWipedIsWipedLater() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.store.failWriting(.keychain(.locked))
    await #expect(throws: AuthError.keychain(.locked)) { try await session.logout() }
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await session.text() }
    #expect(
      fixture.events.events.contains { $0.name == "auth.session.wipe-failed" && $0.severity == .critical })
    await fixture.clock.untilSleeping()
    fixture.clock.advance(by: .seconds(5))
    for _ in 0..<2000 where fixture.grant.revoked.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(fixture.grant.revoked == ["rt-1"])
    #expect(try await fixture.record()?.tokens == nil)
  }

  @Test func aNewLoginAfterALogoutIsANewSession() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    let first = try #require(try await fixture.record()).epoch
    try await session.logout()
    try await session.adopt(ScriptedGrant.tokens(5, fixture.clock))
    #expect(try await session.text() == "at-5")
    #expect(try await fixture.record()?.epoch == first + 2)
  }

  @Test func logoutOfAnotherProcessIsNoticed() async throws {
    let fixture = SessionFixture()
    let first = try await fixture.loggedIn()
    let second = fixture.session()
    #expect(try await second.text() == "at-1")
    try await first.logout()
    fixture.clock.advance(by: .seconds(3))
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await second.text() }
  }

  // MARK: - States

  @Test func theLastStateIsToldAtOnceAndEveryChangeAfterIt() async throws {
    let fixture = SessionFixture()
    let session = fixture.session()
    var states = session.states.makeAsyncIterator()
    #expect(await states.next() == .unknown)
    try await session.adopt(ScriptedGrant.tokens(1, fixture.clock))
    #expect(await states.next() == .active)
    var late = session.states.makeAsyncIterator()
    #expect(await late.next() == .active)
    fixture.grant.hold()
    let caller = Task { try await session.refresh() }
    await fixture.grant.untilSent(1)
    #expect(await states.next() == .refreshing)
    fixture.grant.letGo()
    _ = try await caller.value
    #expect(await states.next() == .active)
    try await session.logout()
    #expect(await late.next() == .loggedOut(pendingRevocations: 0))
  }
}
