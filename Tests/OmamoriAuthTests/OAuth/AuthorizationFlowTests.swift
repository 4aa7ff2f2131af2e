@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct AuthorizationFlowTests {
  private let clock = ManualClock()
  private let metadata: ServerMetadata

  init() throws {
    var metadata = ServerMetadata(
      issuer: try Issuer("https://as.example"),
      endpoints: [
        .authorization: try RequestURL("https://as.example/authorize?tenant=1"),
        .token: try RequestURL("https://as.example/token"),
      ])
    metadata.statesProofKey = true
    self.metadata = metadata
  }

  private func request(_ scope: [String] = ["openid"]) throws -> AuthorizationRequest {
    AuthorizationRequest(redirectURI: try RedirectURI("com.example.app:/callback"), scope: scope)
  }

  private func flow(
    _ request: AuthorizationRequest, _ metadata: ServerMetadata? = nil
  ) throws -> AuthorizationFlow {
    try AuthorizationFlow(
      request, at: metadata ?? self.metadata, clientIdentifier: "app", randomness: SeededRandomness(seed: 7),
      now: clock.date)
  }

  private func callback(_ flow: AuthorizationFlow, code: String = "c") -> AuthorizationFlow.Event {
    .callback(
      SecretText(copying: "com.example.app:/callback?code=\(code)&state=" + flow.pending.state.reveal()),
      at: clock.date)
  }

  private func answer(identity: Bool = true) -> TokenAnswer {
    TokenAnswer(
      accessToken: SecretText(copying: "a"), lifetime: nil,
      identityToken: identity ? SecretText(copying: "i") : nil, sentAt: clock.date)
  }

  @Test func theExampleOfTheSpecificationHolds() {
    let verifier = CodeVerifier(SecretText(copying: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(verifier.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func aLoginGoesItsWay() throws {
    var request = try request(["openid", "email"])
    request.prompts = ["login", "consent"]
    request.loginHint = SecretText(copying: "jane+doe@example.com")
    request.maximumAge = .seconds(3600)
    request.authenticationContexts = ["urn:example:gold"]
    request.languages = ["ja", "en"]
    request.resource = "https://api.example"
    request.extraParameters = ["tenant_hint": "a b&c=d"]
    var flow = try self.flow(request)
    guard case .open(let page) = flow.handle(.begin) else { return #expect(Bool(false)) }
    let query = try #require(page.query)
    #expect(
      query.hasPrefix("tenant=1&response_type=code&client_id=app&redirect_uri=com.example.app%3A%2Fcallback&")
    )
    #expect(query.contains("&scope=openid+email&") && query.contains("&login_hint=jane%2Bdoe%40example.com&"))
    #expect(query.hasSuffix("&tenant_hint=a+b%26c%3Dd"))
    let fields = FormReader.fields(query)
    #expect(fields["state"]?.count == 43 && fields["nonce"]?.count == 43)
    #expect(fields["code_challenge"] == flow.pending.verifier.challenge)
    #expect(fields["code_challenge_method"] == "S256" && fields["prompt"] == "login consent")
    #expect(fields["max_age"] == "3600" && fields["ui_locales"] == "ja en")
    #expect(fields["state"] != fields["nonce"] && fields["code_verifier"] == nil)
    guard case .redeem(let code) = flow.handle(callback(flow)) else { return #expect(Bool(false)) }
    #expect(code.code.reveal() == "c" && code.verifier == flow.pending.verifier)
    guard case .identify = flow.handle(.granted(answer())) else { return #expect(Bool(false)) }
    guard case .finish = flow.handle(.identified) else { return #expect(Bool(false)) }
  }

  /// The query of an endpoint has to be kept, and no parameter may be included twice (RFC 6749 §3.1).
  @Test(arguments: [
    "client_id=other", "tenant=1&redirect_uri=https%3A%2F%2Fevil.example", "client%5Fid=other", "state",
    "scope=",
    "tenant=1&tenant=2",
  ])
  func anEndpointWithAParameterOfTheLoginIsRefused(_ query: String) throws {
    var metadata = metadata
    metadata.endpoints[.authorization] = try RequestURL("https://as.example/authorize?" + query)
    var flow = try self.flow(try request(), metadata)
    guard case .fail(.metadata(.endpointParameter)) = flow.handle(.begin) else { return #expect(Bool(false)) }
  }

  /// What is neither one of the login's parameters nor there twice is the server's own, however it is written.
  @Test(arguments: [
    "x=%ff", "%ff=1&%fe=2", "tenant", (0..<70).map { "p\($0)=1" }.joined(separator: "&"),
  ])
  func anotherQueryOfAnEndpointIsKept(_ query: String) throws {
    var metadata = metadata
    metadata.endpoints[.authorization] = try RequestURL("https://as.example/authorize?" + query)
    var flow = try self.flow(try request(), metadata)
    guard case .open(let page) = flow.handle(.begin) else { return #expect(Bool(false)) }
    #expect(page.query?.hasPrefix(query + "&") == true)
  }

  @Test func aLoginWithoutIdentityHasNoNonce() throws {
    var flow = try self.flow(try request(["read"]))
    guard case .open(let page) = flow.handle(.begin) else { return #expect(Bool(false)) }
    #expect(FormReader.fields(page.query ?? "")["nonce"] == nil)
    _ = flow.handle(callback(flow))
    guard case .finish = flow.handle(.granted(answer(identity: false))) else { return #expect(Bool(false)) }
  }

  /// An answer without the identity that was asked for would let anybody's token in.
  @Test func anIdentityThatWasAskedForHasToCome() throws {
    var flow = try self.flow(try request())
    _ = flow.handle(.begin)
    _ = flow.handle(callback(flow))
    guard case .fail(.response(.missingMember)) = flow.handle(.granted(answer(identity: false))) else {
      return #expect(Bool(false))
    }
  }

  @Test func aCallbackIsTakenOnce() throws {
    var flow = try self.flow(try request())
    _ = flow.handle(.begin)
    let callback = callback(flow)
    guard case .redeem = flow.handle(callback) else { return #expect(Bool(false)) }
    guard case .refuse(.callback(.alreadyUsed)) = flow.handle(callback) else { return #expect(Bool(false)) }
    _ = flow.handle(.granted(answer()))
    guard case .refuse(.callback(.alreadyUsed)) = flow.handle(callback) else { return #expect(Bool(false)) }
    _ = flow.handle(.identified)
    guard case .fail(.callback(.alreadyUsed)) = flow.handle(callback) else { return #expect(Bool(false)) }
  }

  @Test func aForeignCallbackChangesNothing() throws {
    var flow = try self.flow(try request())
    _ = flow.handle(.begin)
    let foreign = SecretText(copying: "com.example.app:/callback?code=evil&state=other")
    for _ in 0..<3 {
      guard case .refuse(.callback(.stateMismatch)) = flow.handle(.callback(foreign, at: clock.date)) else {
        return #expect(Bool(false))
      }
    }
    guard case .redeem = flow.handle(callback(flow)) else { return #expect(Bool(false)) }
  }

  @Test func aFailedLoginStaysFailed() throws {
    var flow = try self.flow(try request())
    _ = flow.handle(.begin)
    let denied = SecretText(
      copying: "com.example.app:/callback?error=access_denied&state=" + flow.pending.state.reveal())
    guard case .fail(.server(.accessDenied, nil)) = flow.handle(.callback(denied, at: clock.date)) else {
      return #expect(Bool(false))
    }
    guard case .fail(.callback(.alreadyUsed)) = flow.handle(callback(flow)) else {
      return #expect(Bool(false))
    }
    guard case .fail = flow.handle(.begin) else { return #expect(Bool(false)) }
  }

  @Test func eventsOutOfTurnFail() throws {
    for event: AuthorizationFlow.Event in [.identified, .granted(answer()), .pushed(requestURI: "urn:x")] {
      var flow = try self.flow(try request())
      guard case .fail(.callback(.malformed)) = flow.handle(event) else { return #expect(Bool(false)) }
    }
    var early = try self.flow(try request())
    guard case .fail = early.handle(callback(early)) else { return #expect(Bool(false)) }
  }

  @Test func aServerThatDoesNotStateItsProofKeyIsRefused() throws {
    var silent = metadata
    silent.statesProofKey = false
    #expect(throws: AuthError.metadata(.proofKeyUnsupported)) { try self.flow(try request(), silent) }
    var trusting = try request()
    trusting.trustsUnstatedCodeChallenge = true
    var flow = try self.flow(trusting, silent)
    guard case .open(let page) = flow.handle(.begin) else { return #expect(Bool(false)) }
    #expect(page.query?.contains("code_challenge_method=S256") == true)
  }

  @Test func pushedLoginsShowNothing() throws {
    var pushing = metadata
    pushing.endpoints[.pushedAuthorization] = try RequestURL("https://as.example/par")
    var flow = try self.flow(try request(), pushing)
    guard case .push(let items) = flow.handle(.begin) else { return #expect(Bool(false)) }
    #expect(items.contains { $0.name == "state" })
    guard case .open(let page) = flow.handle(.pushed(requestURI: "urn:example:1")) else {
      return #expect(Bool(false))
    }
    #expect(page.query == "tenant=1&client_id=app&request_uri=urn%3Aexample%3A1")
    var plain = try request()
    plain.pushesParameters = false
    var second = try self.flow(plain, pushing)
    guard case .open = second.handle(.begin) else { return #expect(Bool(false)) }
    pushing.requiresPushedAuthorization = true
    var third = try self.flow(plain, pushing)
    guard case .push = third.handle(.begin) else { return #expect(Bool(false)) }
    pushing.endpoints[.pushedAuthorization] = nil
    #expect(throws: AuthError.configuration(.endpointMissing)) { try self.flow(plain, pushing) }
  }

  @Test(arguments: [
    "client_id", "state", "nonce", "code_challenge", "code_challenge_method", "redirect_uri", "response_type",
    "response_mode", "request", "request_uri", "scope", "client_secret",
  ])
  func whatTheLibrarySetsCannotBeSet(_ name: String) throws {
    var request = try request()
    request.extraParameters = [name: "x"]
    #expect(throws: AuthError.configuration(.parameter)) { try self.flow(request) }
  }

  @Test(arguments: [[""], ["a b"], ["a\"b"], ["a\\b"], ["\u{E9}"], ["a\n"]])
  func malformedScopesAreRefused(_ scope: [String]) throws {
    #expect(throws: AuthError.configuration(.scope)) { try self.flow(try request(scope)) }
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(3601)])
  func lifetimesHaveBounds(_ lifetime: Duration) throws {
    var request = try request()
    request.lifetime = lifetime
    #expect(throws: AuthError.configuration(.lifetime)) { try self.flow(request) }
  }

  @Test func nothingIsPrinted() throws {
    let probe = LeakProbe()
    var request = try request()
    request.loginHint = SecretText(copying: probe.marker)
    request.extraParameters = ["hint": probe.marker]
    var flow = try self.flow(request)
    let action = flow.handle(.begin)
    let state = LeakProbe(marker: flow.pending.state.reveal())
    let verifier = LeakProbe(marker: flow.pending.verifier.secret.reveal())
    for value: Any in [request, flow, action, flow.pending, flow.handle(callback(flow, code: probe.marker))] {
      #expect(probe.leaks(in: value) == [] && state.leaks(in: value) == [] && verifier.leaks(in: value) == [])
    }
  }
}
