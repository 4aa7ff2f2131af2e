public import OmamoriCore
public import OmamoriTransport

/// Talks to a service with the tokens of a session.
///
/// A token goes to the origins that were named when the client was made, and nowhere else. A request that is refused with
/// 401 is sent once more with a token that is newer than the refused one, if it can be sent twice; all requests that wait
/// for a newer token share one refresh. A 403 is an answer and never a reason to refresh. Safe to use from any thread.
public final class AuthenticatedClient: Sendable {
  /// The greatest size of an answer, in bytes.
  package static let greatestAnswerSize = 64 << 20
  /// For how long refused tokens are not replaced after a fresh one was refused, too.
  public static let breakerTime = Duration.seconds(30)

  /// The service's address.
  public let service: RequestURL
  /// The session.
  public let session: TokenSession
  private let exchange: any HTTPExchange
  private let origins: [RequestURL]
  private let possession: ProofOfPossession?
  private let events: any SecurityEvents
  private let clock: SessionClock
  /// Until when refused tokens are not replaced.
  private let brokenUntil = Protected<Duration?>(nil)

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - service: The service's address; requests are below it.
  ///   - session: The session.
  ///   - exchange: The network.
  ///   - origins: Other servers that may see the token; only their hosts and ports count.
  ///   - possession: Proves possession of the key that the tokens are bound to.
  ///   - events: Hears of fresh tokens that are refused, and of requests that would have taken a token elsewhere.
  public convenience init(
    service: RequestURL, session: TokenSession, exchange: any HTTPExchange, origins: [RequestURL] = [],
    possession: ProofOfPossession? = nil, events: any SecurityEvents = .discarded
  ) {
    self.init(
      service: service, session: session, exchange: exchange, origins: origins, possession: possession,
      events: events, clock: SessionClock(ContinuousClock(), wall: SystemWallClock()))
  }

  init(
    service: RequestURL, session: TokenSession, exchange: any HTTPExchange, origins: [RequestURL] = [],
    possession: ProofOfPossession? = nil, events: any SecurityEvents = .discarded, clock: SessionClock
  ) {
    (self.service, self.session, self.exchange, self.clock) = (service, session, exchange, clock)
    (self.origins, self.possession, self.events) = ([service] + origins, possession, events)
  }

  /// Sends a request and reads the answer.
  ///
  /// - Parameter call: The request.
  /// - Returns: What the service answered.
  /// - Throws: ``AuthError``: `server(_:status:)` and `response(.status(_:))` for an answer that is no success,
  ///   `session(.tokenRejected)` when a fresh token is refused, and what ``TokenSession/accessToken(validFor:)`` throws.
  public func send<Response>(_ call: ServiceCall<Response>) async throws(AuthError) -> Response {
    let request = try AuthError.transporting { () throws(TransportError) in
      var headers = call.headers
      if !headers.contains("Accept") { try headers.set("Accept", "application/json") }
      return try HTTPRequest(call.method, service.appending(call.endpoint), headers: headers, body: call.body)
    }
    let answer = try await self.answer(to: request, requiresAuthentication: call.requiresAuthentication)
    guard (200...299).contains(answer.status) else { throw Self.refusal(answer) }
    return try AuthError.transporting { () throws(TransportError) in try call.decode(answer) }
  }

  /// Sends a request and gives the answer, whatever its status but 401.
  ///
  /// - Parameters:
  ///   - request: The request, without the field `Authorization`.
  ///   - requiresAuthentication: Whether the request carries a token.
  /// - Returns: The answer.
  /// - Throws: ``AuthError``: `session(.originNotAllowed)` before anything is sent to a server that is not one of the
  ///   client's, `configuration(.parameter)` for a request that brings its own `Authorization`.
  public func answer(
    to request: HTTPRequest, requiresAuthentication: Bool = true
  ) async throws(AuthError) -> HTTPAnswer {
    guard requiresAuthentication else {
      return try await exchange.checkedAnswer(to: request, limit: Self.greatestAnswerSize)
    }
    guard !request.headers.contains("Authorization"), !request.headers.contains("DPoP") else {
      throw .configuration(.parameter)
    }
    guard origins.contains(where: request.url.hasOrigin) else {
      events.record(SecurityEvent("auth.client.origin-refused", .authentication, .warning))
      throw .session(.originNotAllowed)
    }
    let token = try await session.accessToken()
    let first = try await authorized(request, token)
    guard first.status == 401 else { return passed(first) }
    guard Self.asksForFreshToken(first) else { throw Self.refusal(first) }
    guard !isBroken else { throw .session(.tokenRejected) }
    await session.invalidate(token)
    // What cannot be sent twice is the caller's to repeat.
    guard request.body.isRepeatable else { throw .session(.tokenRejected) }
    let newer = try await session.accessToken()
    let second = try await authorized(request, newer)
    guard second.status == 401 else { return passed(second) }
    trip()
    throw .session(.tokenRejected)
  }

  /// Sends a request with a token, and once more when the server asks for a nonce in the proof.
  private func authorized(_ request: HTTPRequest, _ token: AccessToken) async throws(AuthError) -> HTTPAnswer
  {
    let first = try await once(request, token)
    guard let possession, possession.learn(from: first, of: request.url), request.body.isRepeatable else {
      return first
    }
    let second = try await once(request, token)
    possession.learn(from: second, of: request.url)
    return second
  }

  private func once(_ request: HTTPRequest, _ token: AccessToken) async throws(AuthError) -> HTTPAnswer {
    guard token.type == .bearer || possession != nil else { throw .configuration(.parameter) }
    let proof =
      token.type == .bearer
      ? nil : try await possession?.proof(request.method, request.url, accessToken: token.text)
    let signed = try AuthError.transporting { () throws(TransportError) in
      var headers = request.headers
      try headers.set("Authorization", token.type.rawValue + " " + token.text.reveal())
      if let proof { try headers.set("DPoP", proof) }
      return try HTTPRequest(
        request.method, request.url, headers: headers, body: request.body, timeouts: request.timeouts,
        expecting: request.expectation)
    }
    return try await exchange.checkedAnswer(to: signed, limit: Self.greatestAnswerSize)
  }

  // MARK: - The breaker

  private var isBroken: Bool {
    let now = clock.uptime
    return brokenUntil.withLock { until in until.map { now < $0 } == true }
  }

  /// A fresh token was refused: another one would be, too, and every request would cost a refresh.
  private func trip() {
    events.record(SecurityEvent("auth.client.fresh-token-refused", .authentication, .warning))
    let until = clock.uptime + Self.breakerTime
    brokenUntil.withLock { $0 = until }
  }

  private func passed(_ answer: HTTPAnswer) -> HTTPAnswer {
    if (200...299).contains(answer.status) { brokenUntil.withLock { $0 = nil } }
    return answer
  }

  /// Whether a refusal may be about the token; what else the server would take instead of one says nothing.
  private static func asksForFreshToken(_ answer: HTTPAnswer) -> Bool {
    let challenges = AuthenticationChallenge.read(answer.fields)
    let ours = challenges.filter(\.isAboutTokens)
    return ours.isEmpty ? challenges.isEmpty : ours.allSatisfy(\.asksForFreshToken)
  }

  /// What an answer says that is no success: a code of RFC 6750 where there is one, else its status.
  private static func refusal(_ answer: HTTPAnswer) -> AuthError {
    guard [400, 401, 403].contains(answer.status),
      let code = AuthenticationChallenge.read(answer.fields).compactMap(\.errorCode).first
    else { return .response(.status(answer.status)) }
    return .server(code, status: answer.status)
  }
}

/// A request to a service with the type of its answer.
///
/// ```swift
/// extension ServiceCall where Response == Profile {
///   static func profile(_ id: String) throws -> Self { try Self(.get, Endpoint(segments: ["users", id])) }
/// }
/// let profile = try await client.send(.profile("42"))
/// ```
public struct ServiceCall<Response: Sendable>: Sendable {
  /// The method.
  public let method: HTTPMethod
  /// The path and the query, below the service's address.
  public let endpoint: Endpoint
  /// The body.
  public let body: RequestBody
  /// Header fields; `Authorization` is not one of them.
  public let headers: HeaderFields
  /// Whether the request carries a token; without one nobody has to be logged in.
  public let requiresAuthentication: Bool
  let decode: @Sendable (HTTPAnswer) throws(TransportError) -> Response

  /// Describes a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - endpoint: The path and the query.
  ///   - body: The body.
  ///   - headers: Header fields.
  ///   - requiresAuthentication: Whether the request carries a token.
  ///   - decode: Reads the answer, whose status is one of success.
  public init(
    _ method: HTTPMethod = .get, _ endpoint: Endpoint, body: RequestBody = .none,
    headers: HeaderFields = HeaderFields(), requiresAuthentication: Bool = true,
    decode: @escaping @Sendable (HTTPAnswer) throws(TransportError) -> Response
  ) {
    (self.method, self.endpoint, self.body, self.headers) = (method, endpoint, body, headers)
    (self.requiresAuthentication, self.decode) = (requiresAuthentication, decode)
  }
}

extension ServiceCall where Response: Decodable {
  /// Describes a request that is answered with JSON.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - endpoint: The path and the query.
  ///   - body: The body.
  ///   - headers: Header fields.
  ///   - requiresAuthentication: Whether the request carries a token.
  public init(
    _ method: HTTPMethod = .get, _ endpoint: Endpoint, body: RequestBody = .none,
    headers: HeaderFields = HeaderFields(), requiresAuthentication: Bool = true
  ) {
    self.init(
      method, endpoint, body: body, headers: headers, requiresAuthentication: requiresAuthentication
    ) { answer throws(TransportError) in
      guard answer.isJSON else { throw .unexpectedMediaType }
      return try JSONBody.decode(Response.self, from: answer.body)
    }
  }
}

extension ServiceCall where Response == Void {
  /// Describes a request of which only success counts.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - endpoint: The path and the query.
  ///   - body: The body.
  ///   - headers: Header fields.
  ///   - requiresAuthentication: Whether the request carries a token.
  public init(
    _ method: HTTPMethod = .get, _ endpoint: Endpoint, body: RequestBody = .none,
    headers: HeaderFields = HeaderFields(), requiresAuthentication: Bool = true
  ) {
    self.init(
      method, endpoint, body: body, headers: headers, requiresAuthentication: requiresAuthentication
    ) { _ throws(TransportError) in () }
  }
}
