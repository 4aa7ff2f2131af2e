@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct OAuthClientTests {
  /// HTTP itself sends a body again, when it can, on a kept connection that turns out to be closed.
  @Test func aFormIsSentOnce() async throws {
    var form = FormFields()
    form.set("grant_type", "refresh_token")
    form["refresh_token"] = secret
    let body = form.body
    #expect(!body.isRepeatable && body.mediaType == .form)
    let first = try await body.collected()
    #expect(FormReader.fields(String(decoding: first, as: UTF8.self))["refresh_token"] == secret.reveal())
    #expect(try await body.collected().isEmpty)
  }

  /// Answers every request the same.
  private struct Answering: HTTPExchange {
    let answer: HTTPAnswer
    func answer(to request: HTTPRequest) async throws(TransportError) -> HTTPAnswer { answer }
  }

  @Test(arguments: [("17", 17), ("999999", 86_400)])
  func aServerThatWantsToBeLeftAloneIsHeard(_ field: String, _ seconds: Int) async throws {
    let setting = try await TestSetting()
    let busy = HTTPAnswer(status: 429, fields: try ResponseFields(["Retry-After": field]))
    let client = try OAuthClient(
      metadata: setting.client.metadata, identifier: "app", exchange: Answering(answer: busy))
    let postponed = AuthError.session(.postponed(seconds: seconds))
    await #expect(throws: postponed) { try await client.refresh(secret, scope: nil) }
    #expect(postponed.refreshFailure == .transient && !postponed.leavesOutcomeOpen)
  }

  private let secret = SecretText(copying: "s: +&=%é")

  @Test(arguments: ["", "a\nb", "é", String(repeating: "a", count: 1025)])
  func identifiersHaveToBeVisible(_ identifier: String) async throws {
    let setting = try await TestSetting()
    #expect(throws: AuthError.configuration(.clientIdentifier)) {
      try OAuthClient(
        metadata: setting.client.metadata, identifier: identifier, exchange: setting.server,
        clock: setting.clock)
    }
  }

  @Test func secretsGoWhereTheyBelong() async throws {
    for authentication in [ClientAuthentication.secretInHeader(secret), .secretInBody(secret)] {
      let setting = try await TestSetting(secret: secret.reveal(), authentication: authentication)
      let answer = try await setting.client.clientCredentials(
        scope: ["read"], resource: "https://api.example")
      #expect(answer.refreshToken == nil && answer.identityToken == nil)
      #expect(setting.server.lastForm["resource"] == "https://api.example")
      let isHeader = setting.server.lastFields["authorization"] != nil
      #expect(isHeader == (setting.server.lastForm["client_secret"] == nil))
      let state = try await setting.client.introspect(answer.accessToken, hint: .accessToken)
      #expect(state.isActive && state.scope == ["read"] && state.subject == "app")
      let other = try await setting.client.introspect(SecretText(copying: "unknown"))
      // What is said of a token that is worthless is not handed on.
      #expect(!other.isActive && other.subject == nil && other.members.count == 1)
      try await setting.client.revoke(answer.accessToken, hint: .accessToken)
      #expect(try await setting.client.introspect(answer.accessToken).isActive == false)
    }
  }

  @Test func anAssertionIsMadeForEachRequest() async throws {
    let key = try TestKeys.key(.es256, named: "client")
    let setting = try await TestSetting(
      key: key, authentication: .assertion(try TokenSigner(key: key, algorithm: .es256)))
    for _ in 0..<2 { _ = try await setting.client.clientCredentials() }
    let form = setting.server.lastForm
    #expect(form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
    #expect(AssertionAudience.issuer.self == .issuer)
    #expect(try AssertionAudience.tokenEndpoint.name(setting.client.metadata) == "https://as.example/token")
  }

  @Test func aPublicClientMayNotAskForItself() async throws {
    let setting = try await TestSetting()
    await #expect(throws: AuthError.configuration(.clientAuthentication)) {
      try await setting.client.clientCredentials()
    }
    await #expect(throws: AuthError.configuration(.clientAuthentication)) {
      try await setting.client.introspect(SecretText(copying: "t"))
    }
    #expect(setting.server.log == ["/.well-known/openid-configuration"])
  }

  @Test func aRevokedTokenIsWorthless() async throws {
    let setting = try await TestSetting()
    let token = try #require(try await setting.logIn().tokens.refreshToken)
    try await setting.client.revoke(token)
    #expect(
      setting.server.lastForm == [
        "token": token.reveal(), "token_type_hint": "refresh_token", "client_id": "app",
      ])
    await #expect(throws: AuthError.server(.invalidGrant, status: 400)) {
      try await setting.client.refresh(token)
    }
    // A token that the server does not know is as good as revoked.
    try await setting.client.revoke(SecretText(copying: "unknown"), hint: nil)
  }

  @Test func aServerWithoutRevocationSaysSo() async throws {
    let setting = try await TestSetting { $0.editMetadata = { $0["revocation_endpoint"] = nil } }
    await #expect(throws: AuthError.configuration(.endpointMissing)) {
      try await setting.client.revoke(SecretText(copying: "t"))
    }
  }

  @Test func aRefusedRevocationIsAnError() async throws {
    let setting = try await TestSetting {
      $0.scripted["/revoke"] = [ServerAnswers.error("unsupported_token_type"), HTTPAnswer(status: 503)]
    }
    await #expect(throws: AuthError.server(.unsupportedTokenType, status: 400)) {
      try await setting.client.revoke(SecretText(copying: "t"))
    }
    await #expect(throws: AuthError.response(.status(503))) {
      try await setting.client.revoke(SecretText(copying: "t"))
    }
  }

  @Test func aReusedTokenKillsItsFamily() async throws {
    let setting = try await TestSetting()
    let first = try #require(try await setting.logIn().tokens.refreshToken)
    let second = try #require(try await setting.client.refresh(first).refreshToken)
    for token in [first, second] {
      await #expect(throws: AuthError.server(.invalidGrant, status: 400)) {
        try await setting.client.refresh(token)
      }
    }
  }

  @Test func aServerWithGraceAnswersTheSame() async throws {
    let setting = try await TestSetting { $0.grace = .seconds(10) }
    let token = try #require(try await setting.logIn().tokens.refreshToken)
    let first = try await setting.client.refresh(token)
    #expect(try await setting.client.refresh(token).accessToken == first.accessToken)
    setting.clock.advance(by: .seconds(11))
    await #expect(throws: AuthError.server(.invalidGrant, status: 400)) {
      try await setting.client.refresh(token)
    }
  }

  /// A 30x of the token endpoint would carry the refresh token to somebody else.
  @Test(arguments: [301, 302, 303, 307, 308]) func redirectsAreNotFollowed(_ status: Int) async throws {
    let setting = try await TestSetting {
      $0.scripted["/token"] = [
        ServerAnswers.text("", status: status, type: nil, ["Location": "https://attacker.example/token"])
      ]
    }
    await #expect(throws: AuthError.response(.unexpectedRedirect)) {
      try await setting.client.refresh(SecretText(copying: "r"))
    }
    #expect(setting.server.log.filter { $0 == "/token" }.count == 1)
  }

  @Test func aHugeAnswerIsRefused() async throws {
    let body = String(repeating: " ", count: 4 << 20)
    let setting = try await TestSetting { $0.scripted["/token"] = [ServerAnswers.text(body)] }
    await #expect(throws: AuthError.response(.tooLarge(limit: OAuthClient.greatestAnswerSize))) {
      try await setting.client.refresh(SecretText(copying: "r"))
    }
  }

  @Test func aFailedConnectionIsNotRepeated() async throws {
    let setting = try await TestSetting {
      $0.failures["/token"] = [.connectionLost, .cancelled]
    }
    await #expect(throws: AuthError.transport(.connectionLost)) {
      try await setting.client.refresh(SecretText(copying: "r"))
    }
    await #expect(throws: AuthError.cancelled) { try await setting.client.refresh(SecretText(copying: "r")) }
    #expect(setting.server.log.filter { $0 == "/token" }.count == 2)
  }

  /// A pushed login whose name could end a header field or is missing is none.
  @Test(arguments: [
    (ServerAnswers.json(["request_uri": "urn:a\r\nb"], status: 201), AuthError.response(.malformed)),
    (ServerAnswers.json(["expires_in": 60], status: 201), .response(.missingMember)),
    (ServerAnswers.text("", status: 201), .response(.malformed)),
    (ServerAnswers.error("invalid_request"), .server(.invalidRequest, status: 400)),
  ])
  func aBadAnswerToAPushEndsTheLogin(_ answer: HTTPAnswer, _ error: AuthError) async throws {
    let setting = try await TestSetting { $0.scripted["/par"] = [answer] }
    await #expect(throws: error) { try await setting.logIn() }
  }

  @Test func nothingIsPrinted() async throws {
    let probe = LeakProbe()
    let setting = try await TestSetting(
      secret: probe.marker, authentication: .secretInBody(SecretText(copying: probe.marker)))
    #expect(probe.leaks(in: setting.client) == [] && probe.leaks(in: setting.client.authentication) == [])
    setting.server.behave {
      $0.editTokens = { $0["access_token"] = .string(probe.marker) }
      $0.editIdentity = { $0["at_hash"] = nil }
    }
    let login = try await setting.logIn()
    #expect(login.tokens.accessToken.reveal() == probe.marker && probe.leaks(in: login) == [])
    let subject = LeakProbe(marker: "248289761001")
    #expect(subject.leaks(in: login) == [])
  }
}
