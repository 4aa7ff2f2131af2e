@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// Refreshes that fail: who is logged out, and who is not.
@Suite struct SessionRefreshFailureTests {
  /// Whatever happens to the network or the server, the session goes on as soon as it is over.
  @Test(
    arguments: [
      .transport(.notConnected), .transport(.nameNotResolved), .transport(.connectionLost), .timedOut,
      .transport(.handshakeFailed(alert: nil)), .response(.status(500)), .response(.status(502)),
      .response(.status(503)), .response(.status(429)), .response(.status(408)),
      .response(.unexpectedRedirect),
      .response(.malformed), .server(.serverError, status: 500),
      .server(.temporarilyUnavailable, status: 503),
      .server(.invalidClient, status: 401), .server(.invalidScope, status: 400), .response(.status(400)),
      .session(.postponed(seconds: 5)), .transport(.closed), .response(.status(404)),
    ] as [AuthError])
  func nobodyIsLoggedOutBy(error: AuthError) async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(3600 - 50))
    fixture.grant.fail(error, times: RefreshVerdict(error) == .unanswered ? 2 : 1)
    // The old token is still valid and serves.
    #expect(try await session.text() == "at-1")
    #expect(await session.currentState().isAuthenticated)
    fixture.clock.advance(by: .seconds(600))
    let text = try await session.text()
    #expect(text.hasPrefix("at-") && text != "at-1")
    #expect(Set(fixture.grant.sent) == ["rt-1"])
    #expect(await session.currentState() == .active)
  }

  @Test func anExpiredTokenIsNotGivenOut() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.fail(.transport(.notConnected))
    await #expect(throws: AuthError.session(.refreshUnavailable)) { try await session.text() }
    // The pause is kept: nothing is sent.
    await #expect(throws: AuthError.session(.refreshUnavailable)) { try await session.text() }
    #expect(fixture.grant.sent == ["rt-1"])
    fixture.clock.advance(by: .seconds(2))
    #expect(try await session.text() == "at-3")
  }

  @Test func theServersPauseIsKept() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.fail(.session(.postponed(seconds: 100)))
    await #expect(throws: AuthError.self) { try await session.text() }
    fixture.clock.advance(by: .seconds(99))
    await #expect(throws: AuthError.self) { try await session.text() }
    #expect(fixture.grant.sent.count == 1)
    fixture.clock.advance(by: .seconds(2))
    #expect(try await session.text() == "at-3")
  }

  @Test func pausesGrowAndAreSpread() {
    let settings = SessionSettings()
    let pauses = (1...12).map { settings.pause(after: $0, asked: nil, chance: 1) }
    #expect(pauses.prefix(4) == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
    #expect(pauses.last == .seconds(300))
    #expect(settings.pause(after: 1, asked: nil, chance: 0) == .milliseconds(500))
    #expect(settings.pause(after: 1, asked: .seconds(86_400), chance: 0) == .seconds(300))
  }

  @Test func aRefusalEndsTheSessionAndIsReported() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.fail(.server(.invalidGrant, status: 400))
    let expected = AuthError.session(.reauthenticationRequired(.refused))
    await #expect(throws: expected) { try await session.text() }
    await #expect(throws: expected) { try await session.text() }
    await #expect(throws: expected) { try await fixture.session().text() }
    #expect(fixture.grant.sent == ["rt-1"])
    #expect(try await fixture.record()?.tokens == nil)
    let event = try #require(fixture.events.events.first { $0.name == "auth.session.ended" })
    #expect(event.severity == .warning && event.attributes["possible-reuse"] == .flag(true))
  }

  /// Somebody without a lock has fetched newer tokens: theirs count.
  @Test func aRefusalIsLookedAtTwice() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.fail(.server(.invalidGrant, status: 400))
    fixture.grant.hold()
    let caller = Task { try await session.text() }
    await fixture.grant.untilSent(1)
    let found = try #require(try await fixture.record())
    let newer = SessionTokens(
      ScriptedGrant.tokens(9, fixture.clock), after: nil, serial: found.generation + 1)
    try await fixture.store.inner.save(found.next(.active(newer, nil)).stored(), replacing: found.generation)
    fixture.grant.letGo()
    #expect(try await caller.value == "at-9")
  }

  /// glewlwyd refuses with 400 and an empty body.
  @Test func twoRefusalsThatCannotBeReadEndTheSession() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.fail(.response(.status(400)), times: 2)
    await #expect(throws: AuthError.session(.refreshUnavailable)) { try await session.text() }
    // Another process counts on.
    await #expect(throws: AuthError.session(.reauthenticationRequired(.refused))) {
      try await fixture.session().text()
    }
  }

  @Test func aWrongSettingIsNamed() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.fail(.server(.invalidClient, status: 401))
    await #expect(throws: AuthError.server(.invalidClient, status: 401)) { try await session.text() }
    #expect(try await fixture.record()?.tokens?.refresh?.reveal() == "rt-1")
    #expect(try await fixture.record()?.intent == nil)
  }

  // MARK: - The identity token

  private func token(_ issuer: String, _ subject: String) -> SecretText {
    let claims: JSONValue = ["iss": .string(issuer), "sub": .string(subject), "aud": ["x", "app"]]
    return SecretText(copying: "e30." + Base64URL.encode(claims.utf8()) + ".AA")
  }

  @Test(arguments: [
    ("https://as.test", "alice", true), ("https://as.test", "bob", false),
    ("https://evil.test", "alice", false),
  ])
  func newTokensAreForTheSamePerson(issuer: String, subject: String, isTaken: Bool) async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn(subject: "alice")
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.answer(
      with: .success(
        TokenAnswer(
          accessToken: SecretText(copying: "at-2"), lifetime: .seconds(3600),
          refreshToken: SecretText(copying: "rt-2"), identityToken: token(issuer, subject),
          sentAt: fixture.clock.date)))
    guard !isTaken else {
      #expect(try await session.text() == "at-2")
      return
    }
    await #expect(throws: AuthError.session(.reauthenticationRequired(.invalidAnswer))) {
      try await session.text()
    }
    // The tokens are written down before they are given back, so that they are given back in any case.
    #expect(fixture.store.written.contains { $0.outbox.map { $0.token.reveal() } == ["rt-2"] })
    await session.waitForDelivery()
    #expect(fixture.grant.revoked == ["rt-2"])
    #expect(
      fixture.events.events.contains {
        $0.name == "auth.session.identity-mismatch" && $0.severity == .critical
      })
  }

  /// The nonce of a refreshed identity token, if it has one, is that of the login (OpenID Connect Core §12.2); it is
  /// remembered across refreshes without one, and by later processes.
  @Test(
    arguments: [
      ("first", "first", true), ("first", nil, true), ("first", "other", false), ("first", 1, false),
      ("first", JSONValue.null, true),
      (nil, "other", true), (nil, nil, true),
    ] as [(String?, JSONValue?, Bool)])
  func theNonceOfTheLoginIsRemembered(login: String?, refreshed: JSONValue?, isTaken: Bool) async throws {
    let fixture = SessionFixture()
    func answer(_ number: Int, _ nonce: JSONValue?) -> TokenAnswer {
      var claims: JSONObject = ["iss": "https://as.test", "sub": "alice", "aud": "app"]
      claims["nonce"] = nonce
      return TokenAnswer(
        accessToken: SecretText(copying: "at-\(number)"), lifetime: .seconds(3600),
        refreshToken: SecretText(copying: "rt-\(number)"),
        identityToken: SecretText(
          copying: "e30." + Base64URL.encode(JSONValue.object(claims).utf8()) + ".AA"),
        sentAt: fixture.clock.date)
    }
    try await fixture.session().adopt(answer(1, login.map(JSONValue.string)), subject: "alice")
    for (number, nonce) in [(2, nil), (3, refreshed)] as [(Int, JSONValue?)] {
      fixture.clock.advance(by: .seconds(4000))
      fixture.grant.answer(with: .success(answer(number, nonce)))
      guard number == 2 || isTaken else {
        await #expect(throws: AuthError.session(.reauthenticationRequired(.invalidAnswer))) {
          try await fixture.session().text()
        }
        return
      }
      #expect(try await fixture.session().text() == "at-\(number)")
    }
  }

  @Test(arguments: [
    "", "a.b", "e30.!!.AA", "e30.e30.AA", "e30." + Base64URL.encode(Array("[1]".utf8)) + ".AA",
  ])
  func identityTokensThatCannotBeReadHoldForNobody(text: String) {
    #expect(!IdentityTokenCheck.holds(SecretText(copying: text), "https://as.test", "app", "alice"))
    #expect(IdentityTokenCheck.holds(SecretText(copying: text), "https://as.test", "app", nil))
  }

  /// A token for somebody else's client is none for this one (OpenID Connect Core §12.2).
  @Test(
    arguments: [
      (JSONValue.string("app"), true), (["other", "app"], true), ("other", false), (["other"], false),
      ([], false),
      (nil, false),
    ] as [(JSONValue?, Bool)])
  func newIdentityTokensAreForTheSameClient(audience: JSONValue?, isTaken: Bool) {
    var claims: JSONObject = ["iss": "https://as.test", "sub": "alice"]
    claims["aud"] = audience
    let token = SecretText(copying: "e30." + Base64URL.encode(JSONValue.object(claims).utf8()) + ".AA")
    #expect(IdentityTokenCheck.holds(token, "https://as.test", "app", "alice") == isTaken)
    // A service of an app's own has no clients.
    #expect(IdentityTokenCheck.holds(token, "https://as.test", "", "alice"))
  }
}
