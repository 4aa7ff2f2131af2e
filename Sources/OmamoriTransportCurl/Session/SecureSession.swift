public import OmamoriCore
public import OmamoriTransport

/// A client of HTTPS that cannot be talked out of its policy.
///
/// Each server is judged in the handshake and again before every request, also on connections that are used again and TLS
/// sessions that are resumed; nothing of a request is sent to one that is refused. Connections and TLS sessions belong to
/// this session alone. There are no cookies, no cache, no decompression unless the policy asks for it, no proxy of the
/// environment and no plain HTTP.
///
/// Make one session for a policy and keep it. Safe to use from any thread, for any number of requests at the same time.
public final class SecureSession: Sendable {
  /// The policy, which never changes.
  public let policy: TransportPolicy
  let engines: SessionEngines
  private let events: ConnectionEvents
  let names = NameResolver()
  private let servers: ServerDirectory
  let retries: RetryLoop<ContinuousClock>

  /// Makes a session; nothing is read and nothing is connected before the first request.
  ///
  /// - Parameters:
  ///   - policy: What is asked of servers.
  ///   - identity: Who the client is, for servers that ask for a certificate; shown to the servers that requests name, and
  ///     never to another origin that a redirect leads to.
  ///   - events: Hears of refused servers and of pins that need attention.
  public convenience init(
    policy: TransportPolicy, identity: (any ClientIdentity)? = nil, events: any SecurityEvents = .discarded
  ) {
    self.init(policy: policy, identity: identity, events: events, clock: SystemWallClock())
  }

  /// Makes a session with a clock of its own, by which certificates and pins are judged.
  package init(
    policy: TransportPolicy, identity: (any ClientIdentity)?, events: any SecurityEvents, clock: any WallClock
  ) {
    self.policy = policy
    self.events = ConnectionEvents(events)
    engines = SessionEngines(policy, identity: identity, events: self.events)
    servers = ServerDirectory(policy, clock: clock)
    retries = RetryLoop(clock: ContinuousClock(), dates: clock)
  }

  /// Sends a request and waits for the whole response.
  ///
  /// Redirects are followed and requests are sent again as the policy allows. Cancelling the task ends the request at any
  /// stage.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - progress: Hears how many bytes of the request's body were taken, from the beginning each time that it is sent, on
  ///     the session's own thread; must not wait.
  /// - Returns: The response, of a status and a type that the request expects, with a body within the policy's limit.
  /// - Throws: `TransportError`; `TransportError.refused(_:)` when the server is not the one that the policy asks for.
  public func response(
    to request: HTTPRequest, progress: (@Sendable (Int64) -> Void)? = nil
  ) async throws(TransportError) -> HTTPResponse {
    let (limit, start) = (policy.limits.bodyBytes, ContinuousClock.now)
    let exchange = try await exchange(request, progress) { .memory(limit: limit) }
    let (answer, fields) = (exchange.answer, exchange.fields)
    try check(exchange, expecting: request.expectation, hasBody: !answer.body.isEmpty)
    let body = try exchange.isGzip ? GzipDecoder.content(of: answer.body, limit: limit) : answer.body
    return HTTPResponse(
      status: answer.status, fields: fields, body: body, url: exchange.request.url,
      verdict: answer.verdict, metrics: exchange.metrics(since: start), headers: policy.headers)
  }

  /// Sends a request and hands out the response as soon as its header is there.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - progress: Hears how many bytes of the request's body were taken, on the session's own thread; must not wait.
  /// - Returns: The header, and the body to be read piece by piece, without a limit for its size.
  /// - Throws: `TransportError`, as for ``response(to:progress:)``.
  public func stream(
    _ request: HTTPRequest, progress: (@Sendable (Int64) -> Void)? = nil
  ) async throws(TransportError) -> StreamedResponse {
    let start = ContinuousClock.now
    let exchange = try await exchange(request, progress) { .reader(DownloadPipe()) }
    guard case .reader(let pipe) = exchange.transfer.hop.destination else { throw .unsupported }
    // From here on the transfer ends when nobody can read it any more, also when a check below fails.
    let lease = try TransferLease(
      exchange.transfer, pipe: pipe, engine: exchange.engine,
      decoder: exchange.isGzip ? Protected(GzipDecoder()) : nil)
    let (answer, fields) = (exchange.answer, exchange.fields)
    try check(exchange, expecting: request.expectation, hasBody: request.method != .head)
    return StreamedResponse(
      status: answer.status, fields: fields, body: ResponseBody(lease), url: exchange.request.url,
      verdict: answer.verdict, metrics: exchange.metrics(since: start), headers: policy.headers)
  }

  /// Ends all requests with `TransportError.closed`, closes the connections, wipes TLS sessions, and waits for that.
  ///
  /// Later requests fail. A session that is dropped closes itself, without anybody waiting.
  public func close() async {
    retries.close()
    await engines.close()
  }

  private func check(
    _ exchange: Exchange, expecting expectation: ResponseExpectation, hasBody: Bool
  ) throws(TransportError) {
    let (answer, fields) = (exchange.answer, exchange.fields)
    if policy.headers != .report || !answer.isReused {
      try events.check(
        fields, from: exchange.request.url.host, status: answer.status, by: policy.headers)
    }
    try expectation.check(
      status: answer.status, contentTypes: fields.values("Content-Type"), hasBody: hasBody)
  }

  /// The host as the policy sees it; the roots are read on another thread the first time.
  func server(_ host: HostName) async throws(TransportError) -> ServerProfile {
    if let server = servers.known(host) { return server }
    return try await OwnThread.run { [servers] () throws(TransportError) in try servers.server(host) }
  }
}

extension SecureSession {
  /// Sends a request and decodes the JSON of the answer.
  ///
  /// The document is read strictly first: two members of the same name, which readers disagree about, are refused.
  ///
  /// - Parameters:
  ///   - type: What is decoded.
  ///   - request: The request; its status must be from 200 to 299 and its type JSON, whatever it expects.
  ///   - decoder: How dates, keys and bytes are written.
  /// - Returns: The value.
  /// - Throws: `TransportError`; `TransportError.undecodableBody` for what is no such JSON.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self, from request: HTTPRequest, decoder: JSONDecoder = JSONDecoder()
  ) async throws(TransportError) -> Value {
    let request = try HTTPRequest(
      request.method, request.url, headers: request.headers, body: request.body, timeouts: request.timeouts,
      expecting: .json, retries: request.retries)
    let body = try await response(to: request).body
    do {
      _ = try StrictJSON.parse(body)
      return try decoder.decode(type, from: body)
    } catch {
      throw .undecodableBody
    }
  }

  /// Reads JSON.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - type: What is decoded.
  ///   - headers: Header fields.
  /// - Returns: The value.
  /// - Throws: `TransportError`.
  public func get<Value: Decodable>(
    _ url: RequestURL, as type: Value.Type = Value.self, headers: HeaderFields = HeaderFields()
  ) async throws(TransportError) -> Value {
    try await value(type, from: HTTPRequest(.get, url, headers: headers))
  }

  /// Sends a value as JSON and decodes the JSON of the answer.
  ///
  /// - Parameters:
  ///   - body: The value.
  ///   - url: The URL.
  ///   - method: A method that has a body.
  ///   - type: What is decoded.
  ///   - headers: Header fields.
  ///   - encoder: How dates, keys and bytes are written.
  /// - Returns: The value.
  /// - Throws: `TransportError`; `TransportError.unreadableBody` for a value that cannot be encoded.
  public func send<Value: Decodable>(
    _ body: some Encodable, to url: RequestURL, by method: HTTPMethod = .post,
    as type: Value.Type = Value.self,
    headers: HeaderFields = HeaderFields(), encoder: JSONEncoder = JSONEncoder()
  ) async throws(TransportError) -> Value {
    let content = try RequestBody.json(body, encoder: encoder)
    return try await value(type, from: HTTPRequest(method, url, headers: headers, body: content))
  }

  /// Sends a value as JSON, when nothing but success is expected.
  ///
  /// - Parameters:
  ///   - body: The value.
  ///   - url: The URL.
  ///   - method: A method that has a body.
  ///   - headers: Header fields.
  ///   - encoder: How dates, keys and bytes are written.
  /// - Returns: The response.
  /// - Throws: `TransportError`; `TransportError.unreadableBody` for a value that cannot be encoded.
  @discardableResult
  public func send(
    _ body: some Encodable, to url: RequestURL, by method: HTTPMethod = .post,
    headers: HeaderFields = HeaderFields(), encoder: JSONEncoder = JSONEncoder()
  ) async throws(TransportError) -> HTTPResponse {
    try await response(
      to: HTTPRequest(method, url, headers: headers, body: RequestBody.json(body, encoder: encoder)))
  }
}

extension SecureSession {
  /// Measures what judging a connection costs before each request.
  ///
  /// - Parameter request: A request, which is sent once.
  /// - Returns: The mean time of one judgement on a connection that was judged before.
  /// - Throws: `TransportError`.
  @_spi(Testing)
  public func judgingTime(of request: HTTPRequest) async throws(TransportError) -> Duration {
    let box = Protected(Duration.zero)
    let timeouts = policy.timeouts
    let engine = try await engines.engine(provingIdentity: true)
    var hop = Hop(
      request, server: try await server(request.url.host), place: nil, source: try Hop.Source(request.body),
      asksForGzip: false, destination: .memory(limit: policy.limits.bodyBytes),
      deadline: .now + timeouts.total,
      timeouts: timeouts,
      progress: nil)
    hop.judgingTime = { time in box.withLock { $0 = time } }
    _ = try await engine.run(Transfer(hop))
    return box.current
  }
}
