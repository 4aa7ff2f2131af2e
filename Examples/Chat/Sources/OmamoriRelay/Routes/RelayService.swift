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

extension RelayService {
  private static let greatestAcknowledgementCount = 1000

  /// Takes an envelope for an account.
  func storeEnvelope(
    _ envelope: [UInt8], as identifier: String, from sender: RelayStore.Account, to address: String
  ) throws(RelayError) -> HTTPResponse {
    guard !envelope.isEmpty else { return Self.malformed }
    guard let recipient = try store.account(address) else { return Self.notFound }
    let outcome = try store.store(envelope, as: identifier, from: sender, to: recipient, now: now)
    if case .new = outcome { arrivals.announce(recipient.id) }
    return Self.response(to: outcome)
  }

  /// Gives an account the envelopes that wait for it, and waits for one if it is asked to.
  func envelopes(
    _ query: EnvelopeQuery, for account: RelayStore.Account, _ patience: ConnectionPatience
  ) throws(RelayError) -> HTTPResponse {
    let wait = min(.seconds(query.wait), limits.longestWait)
    let deadline = ContinuousClock.now + wait
    // Whoever stores an envelope after this look announces it to this connection.
    if wait > .zero { arrivals.watch(account.id, patience.wake) }
    defer { if wait > .zero { arrivals.forget(account.id, patience.wake) } }
    while true {
      let delivery = try store.envelopes(for: account, after: query.after, count: query.limit, now: now)
      guard delivery.envelopes.isEmpty, patience.wait(until: deadline) else {
        return HTTPResponse(.ok, json: Self.document(delivery))
      }
    }
  }

  /// Removes envelopes that an account has.
  func acknowledge(_ body: [UInt8], of account: RelayStore.Account) throws(RelayError) -> HTTPResponse {
    let limits = JSONLimits(depth: 2, size: body.count, values: Self.greatestAcknowledgementCount + 2)
    guard let document = try? StrictJSON.parse(body, limits: limits).objectValue, document.count == 1,
      let list = document["sequences"]?.arrayValue, list.count <= Self.greatestAcknowledgementCount
    else { return Self.malformed }
    let sequences = list.compactMap { $0.numberValue?.integer(as: Int64.self) }
    guard sequences.count == list.count, sequences.allSatisfy({ $0 > 0 }) else { return Self.malformed }
    try store.acknowledge(sequences, of: account, now: now)
    return HTTPResponse(.noContent)
  }

  /// Takes an attachment.
  func storeAttachment(
    _ bytes: [UInt8], as identifier: String, from account: RelayStore.Account, at peer: PeerAddress
  ) throws(RelayError) -> HTTPResponse {
    guard !bytes.isEmpty else { return Self.malformed }
    let (now, day) = (now, now / RelayStore.day)
    let size = counters.uploads(from: peer.network, on: day) + Int64(bytes.count)
    guard try size <= store.room().attachmentsOfNetwork else { return Self.response(to: .full) }
    let outcome = try store.storeAttachment(bytes, as: identifier, from: account, now: now)
    if case .new = outcome { counters.countUpload(of: bytes.count, from: peer.network, on: day) }
    return Self.response(to: outcome)
  }

  /// Gives an attachment to whoever knows its identifier.
  func attachment(_ identifier: String) throws(RelayError) -> HTTPResponse {
    guard let bytes = try store.attachment(identifier, now: now) else { return Self.notFound }
    return HTTPResponse(.ok, bytes: bytes)
  }

  private static func response(to outcome: RelayStore.Storing) -> HTTPResponse {
    switch outcome {
    case .new: HTTPResponse(.created, json: [:])
    case .known: HTTPResponse(.ok, json: [:])
    case .taken: HTTPResponse(.conflict, error: "conflict")
    case .full: HTTPResponse(.insufficientStorage, error: "full")
    }
  }

  private static func document(_ delivery: RelayStore.Delivery) -> JSONValue {
    let envelopes = delivery.envelopes.map { envelope -> JSONValue in
      [
        "sequence": .integer(envelope.sequence), "identifier": .string(envelope.identifier),
        "sender": .string(envelope.sender), "received": .integer(envelope.received),
        "envelope": .string(Base64URL.encode(envelope.envelope)),
      ]
    }
    return ["envelopes": .array(envelopes), "more": .bool(delivery.hasMore)]
  }
}

extension RelayService {
  private static let greatestEntryCount = 200
  private static let greatestEntry = 4096
  private static let greatestName = 32

  /// Takes the signed part of an account's bundle.
  func publish(_ prekeys: [UInt8], of account: RelayStore.Account) throws(RelayError) -> HTTPResponse {
    guard !prekeys.isEmpty else { return Self.malformed }
    try store.publish(prekeys, of: account)
    return HTTPResponse(.noContent)
  }

  /// Takes one-time entries.
  func addEntries(_ body: [UInt8], to account: RelayStore.Account) throws(RelayError) -> HTTPResponse {
    guard let entries = Self.entries(body) else { return Self.malformed }
    switch try store.add(entries, to: account) {
    case .stored(let remaining): return HTTPResponse(.ok, json: ["remaining": .integer(remaining)])
    case .conflict: return HTTPResponse(.conflict, error: "conflict")
    case .full: return HTTPResponse(.insufficientStorage, error: "full")
    }
  }

  /// Says how many one-time entries are left.
  func countEntries(of account: RelayStore.Account) throws(RelayError) -> HTTPResponse {
    HTTPResponse(.ok, json: ["remaining": .integer(try store.remainingEntries(of: account))])
  }

  /// Gives a bundle away, with a one-time entry unless that would let somebody use them up.
  func bundle(
    of address: String, for account: RelayStore.Account
  ) throws(RelayError) -> HTTPResponse {
    let now = now
    let wait = counters.countBundle(for: account.id, now: now)
    guard wait == 0 else { return HTTPResponse(.tooManyRequests, error: "rate", retryAfter: wait) }
    guard let target = try store.account(address) else { return Self.notFound }
    let takesEntry = counters.allowsEntry(of: target.id, for: account.id, now: now)
    guard let bundle = try store.bundle(of: target, takesEntry: takesEntry, now: now) else {
      return Self.notFound
    }
    var object: JSONObject = [
      "identity": .string(Base64URL.encode(target.identity)),
      "prekeys": .string(Base64URL.encode(bundle.prekeys)), "oneTime": .null,
    ]
    if let entry = bundle.entry {
      object["oneTime"] = ["name": .string(entry.name), "entry": .string(Base64URL.encode(entry.bytes))]
    }
    return HTTPResponse(.ok, json: .object(object))
  }

  static let malformed = HTTPResponse(.badRequest, error: "malformed")
  static let notFound = HTTPResponse(.notFound, error: "not_found")

  /// Reads a publication; `nil` when it has any other form than the one in the specification.
  private static func entries(_ body: [UInt8]) -> [RelayStore.Entry]? {
    let limits = JSONLimits(depth: 4, size: body.count, values: 4 * greatestEntryCount)
    guard let document = try? StrictJSON.parse(body, limits: limits).objectValue, document.count == 1,
      let list = document["entries"]?.arrayValue, list.count <= greatestEntryCount
    else { return nil }
    var names: Set<String> = []
    var entries: [RelayStore.Entry] = []
    for item in list {
      guard let item = item.objectValue, item.count == 2, let name = item["name"]?.stringValue,
        isName(name), names.insert(name).inserted, let text = item["entry"]?.stringValue,
        text.utf8.count <= greatestEntry * 4 / 3 + 4, let bytes = try? Base64URL.decode(text),
        (1...greatestEntry).contains(bytes.count)
      else { return nil }
      entries.append(RelayStore.Entry(name: name, bytes: bytes))
    }
    return entries
  }

  private static func isName(_ text: String) -> Bool {
    (1...greatestName).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }
}
