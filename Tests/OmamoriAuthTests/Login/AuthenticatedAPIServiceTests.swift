@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// What an app's service client does: the token in every request that needs one, a new one in time, and one retry.
@Suite struct AuthenticatedAPIServiceTests {
  private struct Profile: Codable, Equatable, Sendable { let name: String }

  private struct Fixture {
    let session: SessionFixture
    let tokens: TokenSession
    let service: ScriptedService
    let client: AuthenticatedClient
    let events = RecordedSecurityEvents()

    init(
      _ respond: @escaping @Sendable (ScriptedService.Arrival) async throws(TransportError) -> HTTPAnswer
    ) async throws {
      session = SessionFixture()
      tokens = try await session.loggedIn()
      service = ScriptedService(respond)
      client = AuthenticatedClient(
        service: try RequestURL("https://api.test/v1"), session: tokens, exchange: service,
        origins: [try RequestURL("https://files.test")], events: events,
        clock: SessionClock(session.clock, wall: session.clock))
    }

    var sent: [String?] { service.arrivals.map(\.token) }
  }

  private static let profile: JSONValue = ["name": "Alice"]

  @Test func requestWithAuthorizationHeader() async throws {
    let fixture = try await Fixture { _ throws(TransportError) in try .json(Self.profile) }
    let answer = try await fixture.client.send(
      ServiceCall<Profile>(.get, Endpoint(segments: ["users", "a/b"])))
    #expect(answer == Profile(name: "Alice"))
    let arrival = try #require(fixture.service.arrivals.first)
    #expect(arrival.token == "Bearer at-1")
    #expect(arrival.url == "https://api.test/v1/users/a%2Fb")
  }

  @Test func requestWithABody() async throws {
    let fixture = try await Fixture { _ throws(TransportError) in HTTPAnswer(status: 204) }
    try await fixture.client.send(
      ServiceCall<Void>(.put, Endpoint("me"), body: JSONBody.encode(Profile(name: "Bob"))))
    #expect(fixture.service.arrivals.first?.body == ["name": "Bob"])
  }

  /// A request that needs no login carries no token, also while somebody is logged in, and works when nobody is.
  @Test func requiresAuthenticationPerEndpoint() async throws {
    let fixture = try await Fixture { _ throws(TransportError) in try .json(Self.profile) }
    let call = try ServiceCall<Profile>(.get, Endpoint("public"), requiresAuthentication: false)
    _ = try await fixture.client.send(call)
    try await fixture.tokens.logout()
    _ = try await fixture.client.send(call)
    #expect(fixture.sent == [nil, nil])
    await #expect(throws: AuthError.session(.notLoggedIn)) {
      try await fixture.client.send(ServiceCall<Profile>(.get, Endpoint("private")))
    }
    #expect(fixture.sent.count == 2)
  }

  @Test func refreshAhead() async throws {
    let fixture = try await Fixture { _ throws(TransportError) in try .json(Self.profile) }
    fixture.session.clock.advance(by: .seconds(3600 - 50))
    _ = try await fixture.client.send(ServiceCall<Profile>(.get, Endpoint("me")))
    #expect(fixture.sent == ["Bearer at-2"])
  }

  @Test(arguments: [
    #"Bearer error="invalid_token""#, "Bearer", nil, "Negotiate, Bearer",
    #"Basic realm="x", Bearer error="invalid_token""#,
  ])
  func unauthorizedThenRefreshThenRetryOnce(challenge: String?) async throws {
    let fixture = try await Fixture { arrival throws(TransportError) in
      arrival.token == "Bearer at-1" ? try .unauthorized(challenge) : try .json(Self.profile)
    }
    _ = try await fixture.client.send(ServiceCall<Profile>(.get, Endpoint("me")))
    #expect(fixture.sent == ["Bearer at-1", "Bearer at-2"])
    #expect(fixture.session.grant.sent == ["rt-1"])
  }

  /// Twenty requests are refused at once; there is one refresh, and each request is sent twice.
  @Test func waitingCallersShareOneRefresh() async throws {
    let fixture = try await Fixture { arrival throws(TransportError) in
      arrival.token == "Bearer at-1" ? try .unauthorized() : try .json(Self.profile)
    }
    let client = fixture.client
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { _ = try await client.send(ServiceCall<Profile>(.get, Endpoint("me"))) }
      }
      try await group.waitForAll()
    }
    #expect(fixture.session.grant.sent == ["rt-1"])
    #expect(fixture.sent.count { $0 == "Bearer at-2" } == 20)
  }

  /// The refused token is not the present one any more: the present one is tried, and nothing is refreshed.
  @Test func aTokenThatWasReplacedMeanwhileNeedsNoRefresh() async throws {
    let gate = ScriptedGrant(ManualClock())
    gate.hold()
    let fixture = try await Fixture { arrival throws(TransportError) in
      if arrival.token == "Bearer at-1" {
        _ = try? await gate.refresh(SecretText(copying: "held"))
        return try .unauthorized()
      }
      return try .json(Self.profile)
    }
    let request = Task { try await fixture.client.send(ServiceCall<Profile>(.get, Endpoint("me"))) }
    await gate.untilSent(1)
    try await fixture.tokens.refresh()
    gate.letGo()
    _ = try await request.value
    #expect(fixture.session.grant.sent == ["rt-1"])
    #expect(fixture.sent == ["Bearer at-1", "Bearer at-2"])
  }

  /// A fresh token that is refused ends the request, and for a while no other request costs a refresh.
  @Test func aSecondRefusalIsAnErrorAndTripsTheBreaker() async throws {
    let fixture = try await Fixture { _ throws(TransportError) in try .unauthorized() }
    let call = try ServiceCall<Profile>(.get, Endpoint("me"))
    await #expect(throws: AuthError.session(.tokenRejected)) { try await fixture.client.send(call) }
    for _ in 0..<5 {
      await #expect(throws: AuthError.session(.tokenRejected)) { try await fixture.client.send(call) }
    }
    #expect(fixture.session.grant.sent == ["rt-1"])
    #expect(fixture.sent.count == 7)
    #expect(fixture.events.events.map(\.name) == ["auth.client.fresh-token-refused"])
    fixture.session.clock.advance(by: .seconds(31))
    await #expect(throws: AuthError.session(.tokenRejected)) { try await fixture.client.send(call) }
    #expect(fixture.session.grant.sent == ["rt-1", "rt-2"])
  }

  @Test func aBodyThatCannotBeSentTwiceIsNot() async throws {
    let fixture = try await Fixture { _ throws(TransportError) in try .unauthorized() }
    let body = RequestBody.once([("a", SecretText(copying: "b"))])
    await #expect(throws: AuthError.session(.tokenRejected)) {
      try await fixture.client.send(ServiceCall<Void>(.post, Endpoint("pay"), body: body))
    }
    #expect(fixture.sent == ["Bearer at-1"])
    // The next request has another token.
    #expect(try await fixture.tokens.text() == "at-2")
  }

  @Test func insufficientScopeIsNoReasonToRefresh() async throws {
    let fixture = try await Fixture { _ throws(TransportError) in
      try .json([:], status: 403, ["WWW-Authenticate": #"Bearer error="insufficient_scope", scope="x""#])
    }
    await #expect(throws: AuthError.server(.insufficientScope, status: 403)) {
      try await fixture.client.send(ServiceCall<Profile>(.get, Endpoint("admin")))
    }
    #expect(fixture.session.grant.sent == [] && fixture.sent.count == 1)
  }

  /// RFC 9470: another login is asked for, which no refresh replaces.
  @Test func aStrongerLoginIsNoReasonToRefresh() async throws {
    let fixture = try await Fixture { _ throws(TransportError) in
      try .unauthorized(#"Bearer error="insufficient_user_authentication", acr_values="2""#)
    }
    await #expect(throws: AuthError.server(.insufficientUserAuthentication, status: 401)) {
      try await fixture.client.send(ServiceCall<Profile>(.get, Endpoint("me")))
    }
    #expect(fixture.session.grant.sent == [])
  }

  @Test func tokensGoToTheNamedOriginsOnly() async throws {
    let fixture = try await Fixture { _ throws(TransportError) in try .json(Self.profile) }
    _ = try await fixture.client.answer(to: HTTPRequest(.get, RequestURL("https://files.test/x")))
    for url in [
      "https://evil.test/v1", "https://api.test:8443/v1", "https://api.test.evil.test/",
      "https://files.test:444/",
    ] {
      await #expect(throws: AuthError.session(.originNotAllowed)) {
        try await fixture.client.answer(to: HTTPRequest(.get, RequestURL(url)))
      }
    }
    var headers = HeaderFields()
    try headers.set("authorization", "Bearer mine")
    let own = try HTTPRequest(.get, RequestURL("https://api.test/v1/x"), headers: headers)
    await #expect(throws: AuthError.configuration(.parameter)) { try await fixture.client.answer(to: own) }
    #expect(fixture.sent == ["Bearer at-1"])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectsAreNotFollowed(status: Int) async throws {
    let fixture = try await Fixture { _ throws(TransportError) in
      HTTPAnswer(status: status, fields: try ResponseFields(["Location": "https://evil.test/"]))
    }
    await #expect(throws: AuthError.response(.unexpectedRedirect)) {
      try await fixture.client.send(ServiceCall<Void>(.get, Endpoint("me")))
    }
    #expect(fixture.sent.count == 1)
  }

  @Test func errorsOfTheService() async throws {
    for status in [400, 404, 409, 500, 503] {
      let fixture = try await Fixture { _ throws(TransportError) in try .json([:], status: status) }
      await #expect(throws: AuthError.response(.status(status))) {
        try await fixture.client.send(ServiceCall<Profile>(.get, Endpoint("me")))
      }
      #expect(fixture.session.grant.sent == [])
    }
    let html = try await Fixture { _ throws(TransportError) in
      HTTPAnswer(
        status: 200, fields: try ResponseFields(["Content-Type": "text/html"]), body: Data("<p>".utf8))
    }
    await #expect(throws: AuthError.transport(.unexpectedMediaType)) {
      try await html.client.send(ServiceCall<Profile>(.get, Endpoint("me")))
    }
  }
}
