@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// Records that somebody else removed, put back, replaced or damaged.
@Suite struct SessionReplacementTests {
  private let row = RowStore()
  private let fixture: SessionFixture

  init() { fixture = SessionFixture(store: FlakyStore(row)) }

  private func tokens(_ name: String) -> TokenAnswer {
    TokenAnswer(
      accessToken: SecretText(copying: "at-\(name)"), lifetime: .seconds(3600),
      refreshToken: SecretText(copying: "rt-\(name)"), sentAt: fixture.clock.date)
  }

  private func tokensInTheRow() throws -> String? {
    try row.stored.map { try SessionRecord($0) }?.tokens?.refresh?.reveal()
  }

  /// An app that empties its keychain and logs somebody else in goes on with that person.
  @Test func aLoginAfterTheRecordWasRemovedCounts() async throws {
    let session = try await fixture.loggedIn()
    try await session.refresh()
    try await session.refresh()
    row.put(nil)
    try await session.adopt(tokens("bob"))
    #expect(try await session.text() == "at-bob")
    fixture.clock.advance(by: .seconds(4000))
    _ = try await session.text()
    #expect(fixture.grant.sent.last == "rt-bob")
  }

  /// So do the processes that knew the earlier record.
  @Test func aLoginElsewhereAfterTheRecordWasRemovedCounts() async throws {
    let first = try await fixture.loggedIn()
    try await first.refresh()
    try await first.refresh()
    row.put(nil)
    fixture.clock.advance(by: .seconds(3))
    try await fixture.session().adopt(tokens("bob"))
    #expect(try await first.text() == "at-bob")
  }

  /// A backup that was put back does not keep a logout from counting.
  @Test func aLogoutOverAnOlderRecordCounts() async throws {
    let session = try await fixture.loggedIn()
    let older = row.stored
    try await session.refresh()
    row.put(older)
    try await session.logout()
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await session.text() }
    #expect(try tokensInTheRow() == nil)
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await fixture.session().text() }
  }

  /// What a refresh brings for a record that was removed is not written over the next person's session.
  @Test func tokensOfARemovedRecordAreGivenBack() async throws {
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.hold()
    let caller = Task { try await session.text() }
    await fixture.grant.untilSent(1)
    row.put(nil)
    let next = fixture.session()
    try await next.adopt(tokens("bob"))
    fixture.grant.letGo()
    #expect(try await caller.value == "at-bob")
    for _ in 0..<2000 where fixture.grant.revoked.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(fixture.grant.revoked == ["rt-2"])
    #expect(try tokensInTheRow() == "rt-bob")
  }

  @Test func tokensThatBelongToNothingAreGivenBack() async throws {
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.hold()
    let caller = Task { try await session.text() }
    await fixture.grant.untilSent(1)
    row.put(nil)
    fixture.grant.letGo()
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await caller.value }
    for _ in 0..<2000 where fixture.grant.revoked.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(fixture.grant.revoked == ["rt-2"])
  }

  /// Two servers may be given the same item by mistake; neither hears the tokens of the other one.
  @Test func lateTokensAreNotLeftForAnotherServer() async throws {
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.hold()
    let caller = Task { try await session.text() }
    await fixture.grant.untilSent(1)
    let other = fixture.session(SessionIdentity(issuer: "https://other.test", client: "app"))
    try await other.adopt(tokens("other"))
    fixture.grant.letGo()
    await #expect(throws: AuthError.session(.otherIdentity)) { try await caller.value }
    await session.settle(within: .seconds(5))
    let record = try #require(try await fixture.record())
    #expect(record.identity.issuer == "https://other.test" && record.outbox == [])
    #expect(fixture.store.written.flatMap(\.outbox).isEmpty)
  }

  /// A refusal counts although a token of an earlier login was given back while it was on its way.
  @Test func givingBackMeanwhileDoesNotLetARefusedTokenBeSentAgain() async throws {
    _ = try await fixture.loggedIn()
    var waiting = try #require(try await fixture.record())
    waiting.outbox = [
      PendingRevocation(
        number: 1, token: SecretText(copying: "earlier"), kind: .refreshToken, since: fixture.clock.date)
    ]
    fixture.clock.advance(by: .seconds(4000))
    let session = fixture.session()
    fixture.grant.hold()
    fixture.grant.fail(.server(.invalidGrant, status: 400))
    let caller = Task { try await session.text() }
    await fixture.grant.untilSent(1)
    // The other process that has the token puts it down only now, and this one gives it back.
    var found = try #require(try await fixture.record())
    (found.outbox, found.generation) = (waiting.outbox, found.generation + 1)
    row.put(found.stored())
    fixture.grant.letGo()
    await #expect(throws: AuthError.session(.reauthenticationRequired(.refused))) { try await caller.value }
    #expect(fixture.grant.sent == ["rt-1"])
  }

  /// The server has taken the refresh token, so that it is not as good as before.
  @Test func anAnswerOfTheWrongTypeLeavesTheOutcomeOpen() async throws {
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.fail(.response(.wrongTokenType))
    await #expect(throws: AuthError.response(.wrongTokenType)) { try await session.text() }
    #expect(try await fixture.record()?.intent?.attempts == 1)
    #expect(await session.currentState() == .outcomeUnknown)
  }

  /// A store that cannot be read says nothing of who is logged in, also when nobody was before.
  @Test func aStoreThatCannotBeReadLooksLikeNoLogout() async throws {
    let session = fixture.session()
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await session.text() }
    try await fixture.session().adopt(tokens("bob"))
    fixture.clock.advance(by: .seconds(3))
    fixture.store.failReading(.keychain(.locked))
    await #expect(throws: AuthError.keychain(.locked)) { try await session.text() }
    #expect(try await session.text() == "at-bob")
    let late = fixture.session()
    fixture.store.failReading(.keychain(.locked))
    await #expect(throws: AuthError.keychain(.locked)) { try await late.isAuthenticated }
    #expect(try await late.isAuthenticated)
  }

  @Test func numbersThatLeaveNoRoomAreNotRead() async throws {
    _ = try await fixture.loggedIn()
    var record = try #require(try await fixture.record())
    let tokens = try #require(record.tokens)
    let intent = RefreshIntent(sentAt: fixture.clock.date, attempts: .max, unreadable: .max)
    let read = try SessionRecord(record.next(.active(tokens, intent)).stored())
    #expect(try #require(read.intent).attempts < .max && #require(read.intent).unreadable < .max)
    record.generation = .max
    #expect(throws: AuthError.session(.corrupt)) { try SessionRecord(record.stored()) }
    (record.generation, record.epoch) = (1, .max)
    #expect(throws: AuthError.session(.corrupt)) { try SessionRecord(record.stored()) }
  }
}
