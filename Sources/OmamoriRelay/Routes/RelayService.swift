#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// Answers requests: who may ask, what for, and how often.
///
/// Safe to use from any thread; its functions block.
final class RelayService: Sendable {
  /// How to go on with a request whose head has come.
  enum Beginning: Sendable {
    case receive(PendingRequest)
    case answer(HTTPResponse)
  }

  let store: RelayStore
  let limits: RelayLimits
  let counters: RequestLimits
  let arrivals = ArrivalBoard()
  private let clock: any WallClock
  private let pin: String
  private let start = ContinuousClock.now
  private let log: @Sendable (RelayEvent) -> Void

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - store: What the relay keeps.
  ///   - pin: The digest of the relay's pin in Base64.
  ///   - options: Limits, clock and log.
  init(store: RelayStore, pin: String, options: RelayOptions) {
    (self.store, self.pin, limits) = (store, pin, options.limits)
    (clock, log) = (options.clock, options.log)
    counters = RequestLimits(options.limits)
  }

  /// The time of day.
  var date: Date { clock.date }

  /// Milliseconds since 1970.
  var now: Int64 { clock.date.relayTime }

  /// Says something to the log.
  func note(_ event: RelayEvent) { log(event) }

  /// Judges the head of a request, before its body is received.
  func begin(_ head: RequestHead, from peer: PeerAddress) -> Beginning {
    let route: Route
    switch RouteReader.read(method: head.method, target: head.target) {
    case .route(let found): route = found
    case .notFound: return .answer(HTTPResponse(.notFound, error: "not_found"))
    case .malformed: return .answer(HTTPResponse(.badRequest, error: "malformed"))
    case .otherMethod(let methods):
      var response = HTTPResponse(.methodNotAllowed, error: "method")
      response.fields.append(HTTPResponse.Field(name: "Allow", value: methods.joined(separator: ", ")))
      return .answer(response)
    }
    var pending = PendingRequest(route: route, head: head, peer: peer)
    if case .health = route { return .receive(pending) }
    guard let authorization = RequestAuthorization(head["authorization"]) else {
      return .answer(Self.unauthorized)
    }
    pending.authorization = authorization
    if let refusal = judgeTime(authorization) { return .answer(refusal) }
    if let owner = route.owner, owner != authorization.address {
      return .answer(HTTPResponse(.forbidden, error: "forbidden"))
    }
    // The key of a registration is its body, so that its signature is verified when that has come.
    if case .register = route { return .receive(pending) }
    return guarded { () throws(RelayError) in
      guard let account = try store.account(authorization.address) else { return .answer(Self.unauthorized) }
      if let refusal = judge(authorization, of: account, head) { return .answer(refusal) }
      pending.account = account
      return .receive(pending)
    } else: {
      .answer($0)
    }
  }

  /// Answers a request whose body has come.
  ///
  /// - Parameters:
  ///   - pending: What ``begin(_:from:)`` gave.
  ///   - body: The body.
  ///   - patience: Waits for envelopes as long as the client does.
  /// - Returns: The answer.
  func finish(_ pending: PendingRequest, body: [UInt8], patience: ConnectionPatience) -> HTTPResponse {
    guard let authorization = pending.authorization else {
      return HTTPResponse(.ok, json: ["status": "ok", "version": 1])
    }
    guard ConstantTime.equal(Array(SHA256.hash(data: body)), authorization.digest) else {
      return HTTPResponse(.unauthorized, error: "digest")
    }
    return guarded { () throws(RelayError) in
      guard let account = pending.account else { return try register(pending, authorization, key: body) }
      return try answer(pending.route, body, account, patience)
    } else: {
      $0
    }
  }

  private func answer(
    _ route: Route, _ body: [UInt8], _ account: RelayStore.Account, _ patience: ConnectionPatience
  ) throws(RelayError) -> HTTPResponse {
    switch route {
    case .health, .register: HTTPResponse(.notFound, error: "not_found")
    case .publish: try publish(body, of: account)
    case .addEntries: try addEntries(body, to: account)
    case .countEntries: try countEntries(of: account)
    case .bundle(let address): try bundle(of: address, for: account)
    case .putEnvelope(let address, let identifier):
      try storeEnvelope(body, as: identifier, from: account, to: address)
    case .envelopes(_, let query): try envelopes(query, for: account, patience)
    case .acknowledge: try acknowledge(body, of: account)
    case .putAttachment(let identifier):
      try storeAttachment(body, as: identifier, from: account, at: patience.socket.peer)
    case .attachment(let identifier): try attachment(identifier)
    }
  }

  /// The time of a request is near the relay's, and not before its start, since nonces of that time are forgotten.
  ///
  /// The start follows from how long the relay has been running, so that a clock that is set back refuses nobody.
  private func judgeTime(_ authorization: RequestAuthorization) -> HTTPResponse? {
    let now = now
    let skew = limits.clockSkew.components.seconds * 1000
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let first = now - seconds * 1000 - attoseconds / 1_000_000_000_000_000
    guard authorization.time >= first, (now - skew...now + skew).contains(authorization.time) else {
      return HTTPResponse(.unauthorized, json: ["error": "clock", "time": .integer(now)])
    }
    return nil
  }

  private func judge(
    _ authorization: RequestAuthorization, of account: RelayStore.Account, _ head: RequestHead
  ) -> HTTPResponse? {
    guard authorization.isSigned(by: account.identity, pin: pin, method: head.method, target: head.target)
    else { return Self.unauthorized }
    let wait = counters.countRequest(of: account.id, now: now)
    guard wait == 0 else { return HTTPResponse(.tooManyRequests, error: "rate", retryAfter: wait) }
    switch counters.admit(authorization.nonce, at: authorization.time, of: account.id) {
    case .new: return nil
    case .replayed: return HTTPResponse(.unauthorized, error: "replayed")
    case .late: return HTTPResponse(.tooManyRequests, error: "rate", retryAfter: 1)
    }
  }

  private func register(
    _ pending: PendingRequest, _ authorization: RequestAuthorization, key: [UInt8]
  ) throws(RelayError) -> HTTPResponse {
    guard key.count == 32, (try? Curve25519.Signing.PublicKey(rawRepresentation: key)) != nil else {
      return HTTPResponse(.badRequest, error: "malformed")
    }
    let (method, target) = (pending.head.method, pending.head.target)
    guard authorization.isSigned(by: key, pin: pin, method: method, target: target) else {
      return Self.unauthorized
    }
    if let known = try store.account(authorization.address) { return Self.registered(known.identity == key) }
    let wait = counters.countRegistration(from: pending.peer.network, now: now)
    guard wait == 0 else { return HTTPResponse(.tooManyRequests, error: "rate", retryAfter: wait) }
    switch try store.register(authorization.address, identity: key) {
    case .new: return HTTPResponse(.created, json: [:])
    case .known: return Self.registered(true)
    case .taken: return Self.registered(false)
    case .full: return HTTPResponse(.insufficientStorage, error: "full")
    }
  }

  private static func registered(_ isSame: Bool) -> HTTPResponse {
    isSame ? HTTPResponse(.ok, json: [:]) : HTTPResponse(.conflict, error: "conflict")
  }

  private static let unauthorized: HTTPResponse = {
    var response = HTTPResponse(.unauthorized, error: "unauthorized")
    response.fields.append(HTTPResponse.Field(name: "WWW-Authenticate", value: "Omamori"))
    return response
  }()

  /// What `body` gives, or what `refuse` makes of the answer to an error.
  private func guarded<Result>(
    _ body: () throws(RelayError) -> Result, else refuse: (HTTPResponse) -> Result
  ) -> Result {
    do throws(RelayError) {
      return try body()
    } catch {
      var event = RelayEvent(.storeFailed, at: date)
      if case .store(let code) = error { event.code = Int(code) }
      note(event)
      return refuse(
        error.isFull
          ? HTTPResponse(.insufficientStorage, error: "full")
          : HTTPResponse(.internalError, error: "internal"))
    }
  }
}
#endif
