@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// What an app's authentication service does: log in, log out, refresh, know whether somebody is logged in, tell when that
/// changes, and find the session again at the next start.
@Suite struct AuthenticationServiceTests {
  /// The app's own service: tokens by name and password, each refresh token once.
  private final class Service: Sendable {
    struct State {
      var number = 0
      var current: String?
      var loggedOut: [String] = []
    }

    let state = Protected(State())

    func respond(_ arrival: ScriptedService.Arrival) throws(TransportError) -> HTTPAnswer {
      let body = arrival.body
      switch arrival.url {
      case "https://api.test/v1/login":
        guard body?["email"] == "alice@example.test", body?["password"] == "correct \"horse\"" else {
          return try .json(["message": "no"], status: 401)
        }
        return try issue()
      case "https://api.test/v1/refresh":
        guard body?["refresh_token"]?.stringValue == state.withLock({ $0.current }) else {
          return try .json([:], status: 401)
        }
        return try issue()
      case "https://api.test/v1/logout":
        state.withLock { $0.loggedOut.append(body?["refresh_token"]?.stringValue ?? "") }
        return HTTPAnswer(status: 204)
      default: return HTTPAnswer(status: 404)
      }
    }

    private func issue() throws(TransportError) -> HTTPAnswer {
      let number = state.withLock { state in
        state.number += 1
        state.current = "rt-\(state.number)"
        return state.number
      }
      return try .json([
        "access_token": .string("at-\(number)"), "refresh_token": .string("rt-\(number)"), "expires_in": 3600,
        "token_type": "Bearer",
      ])
    }
  }

  private struct Fixture {
    let clock = ManualClock()
    let service = Service()
    let exchange: ScriptedService
    let login: CredentialLogin
    let store: FlakyStore

    init() throws {
      exchange = ScriptedService { [service] arrival throws(TransportError) in try service.respond(arrival) }
      login = CredentialLogin(
        service: try RequestURL("https://api.test/v1"), login: try Endpoint("login"),
        refresh: try Endpoint("refresh"), logout: try Endpoint("logout"), exchange: exchange, clock: clock)
      store = FlakyStore()
    }

    func session() -> TokenSession {
      TokenSession(
        login.identity, grant: login, store: store, settings: SessionSettings(), events: .discarded,
        clock: SessionClock(clock, wall: clock), randomness: SeededRandomness(seed: 2))
    }

    func logIn(_ session: TokenSession, _ password: String = "correct \"horse\"") async throws {
      try await session.login(
        user: "alice@example.test", password: SecretText(copying: password), with: login)
    }
  }

  @Test func login() async throws {
    let fixture = try Fixture()
    let session = fixture.session()
    try await fixture.logIn(session)
    #expect(try await session.text() == "at-1")
    #expect(fixture.exchange.arrivals.map(\.method) == [.post])
  }

  @Test func loginWithAWrongPassword() async throws {
    let fixture = try Fixture()
    let session = fixture.session()
    await #expect(throws: AuthError.person(.failed)) { try await fixture.logIn(session, "wrong") }
    #expect(try await session.isAuthenticated == false)
  }

  @Test func loginAfterTooManyAttempts() async throws {
    for (status, fields, expected) in [
      (429, ["Retry-After": "30"], AuthError.session(.postponed(seconds: 30))),
      (429, [:], .response(.status(429))), (423, [:], .person(.lockout)),
      (429, ["Retry-After": "-1"], .response(.status(429))),
      (503, ["Retry-After": "999999999"], .session(.postponed(seconds: 86_400))),
    ] as [(Int, KeyValuePairs<String, String>, AuthError)] {
      let exchange = ScriptedService { _ throws(TransportError) in
        HTTPAnswer(status: status, fields: try ResponseFields(fields))
      }
      let login = CredentialLogin(
        service: try RequestURL("https://api.test"), login: try Endpoint("login"), exchange: exchange)
      await #expect(throws: expected) {
        try await login.login(user: "a", password: SecretText(copying: "b"))
      }
    }
  }

  @Test func logout() async throws {
    let fixture = try Fixture()
    let session = fixture.session()
    try await fixture.logIn(session)
    #expect(try await session.logout() == .revoked)
    #expect(fixture.service.state.withLock { $0.loggedOut } == ["rt-1"])
    #expect(try await session.isAuthenticated == false)
    await #expect(throws: AuthError.session(.notLoggedIn)) { try await session.accessToken() }
  }

  @Test func refreshToken() async throws {
    let fixture = try Fixture()
    let session = fixture.session()
    try await fixture.logIn(session)
    #expect(try await session.refresh().text.reveal() == "at-2")
    #expect(try await session.text() == "at-2")
    #expect(fixture.service.state.withLock { $0.current } == "rt-2")
  }

  @Test func refreshTokenThatIsRefusedEndsTheSession() async throws {
    let fixture = try Fixture()
    let session = fixture.session()
    try await fixture.logIn(session)
    fixture.service.state.withLock { $0.current = "another" }
    await #expect(throws: AuthError.session(.reauthenticationRequired(.refused))) {
      try await session.refresh()
    }
  }

  /// A firewall on the way that shows a page logs nobody out; the service itself does.
  @Test(arguments: [("text/html; charset=utf-8", false), ("application/json", true), (nil, true)])
  func refreshThatIsForbidden(type: String?, isRefusal: Bool) async throws {
    let fields = try type.map { try ResponseFields(["Content-Type": $0]) } ?? ResponseFields()
    let exchange = ScriptedService { _ throws(TransportError) in HTTPAnswer(status: 403, fields: fields) }
    let login = CredentialLogin(
      service: try RequestURL("https://api.test"), login: try Endpoint("login"),
      refresh: try Endpoint("refresh"), exchange: exchange)
    let expected = isRefusal ? AuthError.server(.invalidGrant, status: 403) : .response(.status(403))
    await #expect(throws: expected) { try await login.refresh(SecretText(copying: "rt")) }
  }

  @Test func isAuthenticated() async throws {
    let fixture = try Fixture()
    let session = fixture.session()
    #expect(try await session.isAuthenticated == false)
    try await fixture.logIn(session)
    #expect(try await session.isAuthenticated)
    // Expired, but refreshable: still logged in.
    fixture.clock.advance(by: .seconds(86_400))
    #expect(try await session.isAuthenticated)
  }

  /// The stream of the current token: it tells what happens to the session, and never the token.
  @Test func currentTokenStream() async throws {
    let fixture = try Fixture()
    let session = fixture.session()
    var states = session.states.makeAsyncIterator()
    #expect(await states.next() == .unknown)
    try await fixture.logIn(session)
    #expect(await states.next() == .active)
    try await session.logout()
    guard case .loggedOut? = await states.next() else {
      Issue.record("no logout")
      return
    }
  }

  @Test func tokenIsRestoredAtInit() async throws {
    let fixture = try Fixture()
    try await fixture.logIn(fixture.session())
    let next = fixture.session()
    await next.restore()
    #expect(await next.currentState() == .active)
    #expect(try await next.text() == "at-1")
    #expect(fixture.exchange.arrivals.count == 1)
  }

  @Test func anotherServiceIsRefused() async throws {
    let fixture = try Fixture()
    let other = CredentialLogin(
      service: try RequestURL("https://evil.test"), login: try Endpoint("login"), exchange: fixture.exchange)
    await #expect(throws: AuthError.session(.otherIdentity)) {
      try await fixture.session().login(user: "a", password: SecretText(copying: "b"), with: other)
    }
    #expect(fixture.exchange.arrivals.isEmpty)
  }

  /// The body is given out once: HTTP itself cannot send a refresh token again on another connection.
  @Test func secretsAreSentOnce() async throws {
    let body = RequestBody.once([("refresh_token", SecretText(copying: "rt"))])
    #expect(!body.isRepeatable)
    guard case .stream(let length, .json, let next) = body else {
      Issue.record("no stream")
      return
    }
    #expect(try await next()?.count == length)
    #expect(try await next() == nil)
  }

  @Test func nothingSecretIsPrinted() async throws {
    let probe = LeakProbe()
    let exchange = ScriptedService { _ throws(TransportError) in
      try .json(["error": .string(probe.marker), "message": .string(probe.marker)], status: 400)
    }
    let login = CredentialLogin(
      service: try RequestURL("https://api.test/" + probe.marker), login: try Endpoint("login"),
      refresh: try Endpoint("refresh"), exchange: exchange)
    #expect(probe.leaks(in: login) == [])
    #expect(probe.leaks(in: RequestBody.once([("password", SecretText(copying: probe.marker))])) == [])
    do {
      _ = try await login.refresh(SecretText(copying: probe.marker))
      Issue.record("it was refused")
    } catch {
      #expect(probe.leaks(in: error) == [])
    }
  }
}
