public import OmamoriCore
public import OmamoriTransport

/// A client of an authorization server: gets, refreshes, revokes and examines tokens.
///
/// There is no password grant (RFC 9700 §2.4) and no implicit one. No request is repeated but one that the server asks to
/// repeat with a nonce; what a failure means for a session is in ``AuthError/refreshFailure``.
public struct OAuthClient: Sendable {
  /// The greatest size of an answer, in bytes.
  package static let greatestAnswerSize = 1 << 20

  /// What the server offers.
  public let metadata: ServerMetadata
  /// The client's identifier at the server.
  public let identifier: String
  /// How the client proves which client it is.
  public let authentication: ClientAuthentication
  /// The network.
  public let exchange: any HTTPExchange
  /// The time of day.
  public let clock: any WallClock
  /// Where states, nonces and verifiers come from.
  public let randomness: any Randomness
  /// Proves possession of the key that tokens are bound to; `nil` for tokens that whoever has them may use.
  public let possession: ProofOfPossession?
  /// The keys that identity tokens are signed with.
  public let keys: (any KeySource)?
  /// The algorithms of identity tokens; `nil` for those that the server states, but never that of a secret.
  public let identityAlgorithms: Set<SignatureAlgorithm>?
  /// Other audiences that an identity token may have beside the client; a token for anybody else too is refused.
  public var trustedAudiences: Set<String> = []

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - metadata: What the server offers.
  ///   - identifier: The client's identifier, 1 to 1024 visible characters.
  ///   - authentication: How the client proves which client it is.
  ///   - exchange: The network.
  ///   - clock: The time of day.
  ///   - randomness: Where states, nonces and verifiers come from.
  ///   - possession: Proves possession of a key; all tokens are then bound to it (RFC 9449), and others are refused.
  ///   - keys: The keys of identity tokens; `nil` for those that the server publishes.
  ///   - identityAlgorithms: The algorithms of identity tokens that the client is registered with; `nil` for those that
  ///     the server states, but never that of a secret.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/clientIdentifier``.
  public init(
    metadata: ServerMetadata, identifier: String, authentication: ClientAuthentication = .none,
    exchange: any HTTPExchange, clock: any WallClock = SystemWallClock(),
    randomness: any Randomness = SystemRandomness(), possession: ProofOfPossession? = nil,
    keys: (any KeySource)? = nil, identityAlgorithms: Set<SignatureAlgorithm>? = nil
  ) throws(AuthError) {
    guard (1...1024).contains(identifier.utf8.count), FormText.isVisible(identifier) else {
      throw .configuration(.clientIdentifier)
    }
    (self.metadata, self.identifier, self.authentication) = (metadata, identifier, authentication)
    (self.exchange, self.clock, self.randomness) = (exchange, clock, randomness)
    (self.possession, self.identityAlgorithms) = (possession, identityAlgorithms)
    self.keys =
      keys ?? metadata.endpoints[.keys].map { RemoteKeySet(url: $0, exchange: exchange, clock: clock) }
  }
}

extension OAuthClient: RedactedDescription {
  /// The issuer; nothing of the client's secrets.
  public var description: String { "a client of \(metadata.issuer)" }
}

extension OAuthClient {
  /// Verifies the identity token that a refresh brought (OpenID Connect Core §12.2).
  ///
  /// The tokens that came beside it are to be stored all the same, and revoked when this fails: the refresh token that
  /// was used may be worthless.
  ///
  /// - Parameters:
  ///   - answer: The answer; one without an identity token is fine.
  ///   - subject: Who logged in.
  ///   - nonce: The ``IdentityClaims/nonce`` of the login. A token with another one is refused, one without is fine; `nil`
  ///     for a login without.
  /// - Returns: The token; `nil` when there is none.
  /// - Throws: ``AuthError/token(_:)``, also when it is about somebody else.
  public func verifyIdentity(
    refreshedBy answer: TokenAnswer, subject: String, nonce: String? = nil
  ) async throws(AuthError) -> VerifiedToken<IdentityClaims>? {
    guard let token = answer.identityToken else { return nil }
    var expectation = IdentityExpectation()
    expectation.subject = subject
    expectation.accessToken = answer.accessToken
    expectation.clockOffset = answer.serverClockOffset
    let verified = try await identityVerifier().verify(token, expecting: expectation)
    if let nonce, let found = verified.claims.nonce, !found.hasBytes(of: nonce) {
      throw .token(.claimMismatch(.nonce))
    }
    return verified
  }

  /// The verifier of this client's identity tokens.
  func identityVerifier() throws(AuthError) -> IdentityVerifier {
    var algorithms = identityAlgorithms ?? metadata.identityTokenAlgorithms.filter { !$0.isSymmetric }
    // The default of OpenID Connect Registration §2 for a server that does not say.
    if algorithms.isEmpty { algorithms = [.rs256] }
    guard let keys else { throw .configuration(.endpointMissing) }
    var verifier = IdentityVerifier(
      issuer: metadata.issuer, clientIdentifier: identifier, algorithms: algorithms, keys: keys, clock: clock)
    verifier.trustedAudiences = trustedAudiences
    return verifier
  }
}

extension OAuthClient {
  /// Asks what a token is worth; for servers that take tokens (RFC 7662).
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - hint: What kind of token it is.
  /// - Returns: What the server says; a token that it does not know is not active.
  /// - Throws: ``AuthError/configuration(_:)`` for a public client, which may not ask; otherwise ``AuthError``.
  public func introspect(
    _ token: SecretText, hint: TokenHint? = nil
  ) async throws(AuthError) -> Introspection {
    guard authentication.isProof else { throw .configuration(.clientAuthentication) }
    var form = FormFields()
    form["token"] = token
    form.set("token_type_hint", hint?.rawValue)
    let (answer, _) = try await submit(form, to: .introspection)
    return try Introspection(answer.members())
  }
}

extension OAuthClient {
  /// Lets a person log in: opens the server's page, takes the callback, exchanges the code and verifies who it is.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - browser: Shows the page.
  /// - Returns: The tokens and who logged in.
  /// - Throws: ``AuthError``; ``AuthError/server(_:status:)`` with ``ServerErrorCode/accessDenied`` when the person
  ///   declines.
  public func logIn(
    _ request: AuthorizationRequest, with browser: any Browser
  ) async throws(AuthError) -> Login {
    let (page, pending) = try await beginLogin(request)
    let callback = try await browser.callback(from: page, to: request.redirectURI) {
      pending.isAnswered(by: $0)
    }
    return try await completeLogin(callback, of: pending)
  }

  /// Begins a login whose callback comes another way, as at a web server or in an app that may be ended meanwhile.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The page to show, and what has to be kept for the callback of this person, sealed.
  /// - Throws: ``AuthError``.
  public func beginLogin(
    _ request: AuthorizationRequest
  ) async throws(AuthError) -> (page: RequestURL, pending: PendingAuthorization) {
    var flow = try AuthorizationFlow(
      request, at: metadata, clientIdentifier: identifier, keyThumbprint: possession?.thumbprint,
      randomness: randomness, now: clock.date)
    var action = flow.handle(.begin)
    if case .push(let items) = action {
      do throws(AuthError) {
        action = flow.handle(.pushed(requestURI: try await push(items)))
      } catch {
        action = flow.handle(.failed(error))
      }
    }
    switch action {
    case .open(let page): return (page, flow.pending)
    case .fail(let error): throw error
    default: throw .callback(.malformed)
    }
  }

  /// Completes a login.
  ///
  /// - Parameters:
  ///   - callback: The whole URL that the browser came back with.
  ///   - pending: What ``beginLogin(_:)`` gave; it is to be forgotten before, so that no callback is taken twice.
  /// - Returns: The tokens and who logged in.
  /// - Throws: ``AuthError``.
  public func completeLogin(
    _ callback: SecretText, of pending: PendingAuthorization
  ) async throws(AuthError) -> Login {
    guard pending.clientIdentifier.hasBytes(of: identifier) else { throw .configuration(.clientIdentifier) }
    var flow = try AuthorizationFlow(resuming: pending, at: metadata)
    var action = flow.handle(.callback(callback, at: clock.date))
    var code: SecretText?
    var identity: VerifiedToken<IdentityClaims>?
    while true {
      switch action {
      case .redeem(let authorization):
        code = authorization.code
        action = flow.handle(.granted(try await tokens(for: authorization.form)))
      case .identify(let answer):
        identity = try await verifyIdentity(of: answer, of: pending, code: code)
        action = flow.handle(.identified)
      case .finish(let answer): return Login(tokens: answer, identity: identity)
      case .refuse(let error), .fail(let error): throw error
      case .push, .open: throw .callback(.malformed)
      }
    }
  }

  private func verifyIdentity(
    of answer: TokenAnswer, of pending: PendingAuthorization, code: SecretText?
  ) async throws(AuthError) -> VerifiedToken<IdentityClaims> {
    guard let token = answer.identityToken else { throw .response(.missingMember) }
    var expectation = IdentityExpectation()
    expectation.nonce = pending.nonce
    expectation.maximumAge = pending.maximumAge
    expectation.accessToken = answer.accessToken
    expectation.code = code
    expectation.clockOffset = answer.serverClockOffset
    return try await identityVerifier().verify(token, expecting: expectation)
  }

  /// Leaves the parameters of a login at the server (RFC 9126).
  private func push(_ items: [QueryItem]) async throws(AuthError) -> String {
    var form = FormFields()
    for item in items { form.set(item.name, item.value) }
    let (answer, _) = try await submit(form, to: .pushedAuthorization)
    let object = try answer.members(of: [200, 201])
    guard let name = object["request_uri"]?.stringValue else { throw .response(.missingMember) }
    guard (1...2048).contains(name.utf8.count), FormText.isCredential(name) else {
      throw .response(.malformed)
    }
    return name
  }
}

extension TokenAnswer {
  /// How far the server's clock is ahead of the local one; nothing for what the way of the answer explains.
  var serverClockOffset: TimeInterval {
    guard let serverDate else { return 0 }
    let offset = serverDate.timeIntervalSince(sentAt)
    return offset.magnitude > 30 ? offset : 0
  }
}

extension OAuthClient {
  /// Prepares the page by which a person also logs out at the server.
  ///
  /// - Parameters:
  ///   - identityToken: The identity token of the login, which says whose session ends; the server may ask without it.
  ///   - redirectURI: Where the browser comes back to, as registered; `nil` to stay at the server.
  /// - Returns: The page, and what checks the callback.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/endpointMissing``; ``AuthError``.
  public func logoutRequest(
    identityToken: SecretText? = nil, redirectURI: RedirectURI? = nil
  ) throws(AuthError) -> LogoutRequest {
    try LogoutRequest(self, identityToken: identityToken, redirectURI: redirectURI)
  }
}

extension OAuthClient {
  /// Gets new tokens for a refresh token (RFC 6749 §6).
  ///
  /// The answer may hold a new refresh token; the old one may be worthless from then on, so the answer has to be stored
  /// before it is used. What an error means for the session is in ``AuthError/refreshFailure``.
  ///
  /// - Parameters:
  ///   - refreshToken: The refresh token.
  ///   - scope: The scopes to ask for, none but those that were granted; `nil` for all of these.
  /// - Returns: The tokens; the identity token in it, if any, is not verified.
  /// - Throws: ``AuthError``; ``SessionFault/postponed(seconds:)`` when the server wants to be left alone for a while.
  public func refresh(_ refreshToken: SecretText, scope: [String]? = nil) async throws(AuthError)
    -> TokenAnswer
  {
    var form = FormFields()
    form.set("grant_type", "refresh_token")
    form["refresh_token"] = refreshToken
    form.set("scope", try FormText.scope(scope ?? []))
    let (answer, sentAt) = try await submit(form, to: .token)
    if answer.status == 429, let seconds = answer.retryAfter { throw .session(.postponed(seconds: seconds)) }
    return try TokenAnswer(answer, sentAt: sentAt, expecting: tokenType)
  }
}

extension OAuthClient {
  /// Makes a token worthless (RFC 7009); that of a refresh token ends the whole grant.
  ///
  /// Success also means that the server did not know the token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - hint: What kind of token it is.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/endpointMissing`` when the server cannot revoke;
  ///   otherwise ``AuthError``.
  public func revoke(_ token: SecretText, hint: TokenHint? = .refreshToken) async throws(AuthError) {
    var form = FormFields()
    form["token"] = token
    form.set("token_type_hint", hint?.rawValue)
    let (answer, _) = try await submit(form, to: .revocation)
    // 204 is not in the specification, and some servers answer it all the same.
    guard answer.status == 200 || answer.status == 204 else { throw AuthError(refusal: answer) }
  }
}

extension OAuthClient {
  /// How the tokens of this client are shown.
  var tokenType: TokenType { possession == nil ? .bearer : .dpop }

  /// Sends a form to an endpoint as this client, and once more when the server asks for a nonce in the proof.
  ///
  /// - Returns: The answer of any status but a redirect, and when the request was sent.
  func submit(
    _ form: FormFields, to endpoint: ServerEndpoint
  ) async throws(AuthError) -> (answer: HTTPAnswer, sentAt: Date) {
    let url = try metadata.url(of: endpoint, showingCertificate: authentication.showsCertificate)
    let proves = Self.takesProof(endpoint) ? possession : nil
    let first = try await submitOnce(form, to: url, proving: proves)
    guard let proves, proves.learn(from: first.answer, of: url) else { return first }
    let second = try await submitOnce(form, to: url, proving: proves)
    proves.learn(from: second.answer, of: url)
    return second
  }

  private func submitOnce(
    _ form: FormFields, to url: RequestURL, proving possession: ProofOfPossession?
  ) async throws(AuthError) -> (answer: HTTPAnswer, sentAt: Date) {
    var form = form
    var headers = HeaderFields()
    try authentication.apply(to: &form, &headers, for: self)
    let proof = try await possession?.proof(.post, url)
    let body = form.body
    let request = try AuthError.transporting { [headers] () throws(TransportError) in
      var headers = headers
      try headers.set("Accept", "application/json")
      if let proof { try headers.set("DPoP", proof) }
      return try HTTPRequest(.post, url, headers: headers, body: body)
    }
    let sentAt = clock.date
    return (try await exchange.checkedAnswer(to: request, limit: Self.greatestAnswerSize), sentAt)
  }

  /// Asks the token endpoint for tokens.
  func tokens(for form: FormFields) async throws(AuthError) -> TokenAnswer {
    let (answer, sentAt) = try await submit(form, to: .token)
    return try TokenAnswer(answer, sentAt: sentAt, expecting: tokenType)
  }

  private static func takesProof(_ endpoint: ServerEndpoint) -> Bool {
    endpoint == .token || endpoint == .pushedAuthorization
  }
}

/// What a login gave.
///
/// Prints nothing of the tokens.
public struct Login: Sendable {
  /// The tokens.
  public let tokens: TokenAnswer
  /// Who logged in; `nil` when no identity was asked for.
  public let identity: VerifiedToken<IdentityClaims>?
}

extension HTTPAnswer {
  /// The members of an answer in JSON that has to be a success.
  func members(of statuses: Set<Int> = [200]) throws(AuthError) -> JSONObject {
    guard statuses.contains(status) else { throw AuthError(refusal: self) }
    let limits = JSONLimits(depth: 16, size: OAuthClient.greatestAnswerSize, values: 20_000)
    guard isJSON, let object = (try? StrictJSON.parse(body, limits: limits))?.objectValue else {
      throw .response(.malformed)
    }
    return object
  }
}
