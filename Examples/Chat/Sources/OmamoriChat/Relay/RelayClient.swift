import OmamoriCore
import OmamoriMessaging
import OmamoriTransport
import OmamoriTransportCurl

/// Speaks to a relay for one account, as Documentation/formats/relay.md says.
///
/// Every request may be sent again. Safe to use from any thread.
final class RelayClient: Sendable {
  /// The most bytes of an answer: an attachment, or a list of envelopes in Base64.
  static let greatestAnswer = 24 << 20
  /// The longest time that the relay holds an answer back, in seconds.
  static let longestWait = 25

  private static let patience = Duration.seconds(longestWait + 15)

  private struct State {
    var site: RelaySite
    var session: SecureSession
  }

  private let address: String
  private let key: RelayKey
  private let state: Protected<State>

  /// Makes a client; nothing is connected before the first request.
  init(_ site: RelaySite, as address: MessagingAddress, _ key: RelayKey) throws {
    (self.address, self.key) = (address.relayText, key)
    let session = SecureSession(policy: try site.policy(patience: Self.patience))
    state = Protected(State(site: site, session: session))
  }

  /// The relay, with the certificate that it has now.
  var site: RelaySite { state.withLock { $0.site } }

  /// Closes the connections.
  func close() async { await state.withLock { $0.session }.close() }

  // MARK: - The account

  /// Registers the account; again is as good as once.
  func register() async throws {
    do {
      _ = try await send(.put, "accounts/\(address)", key.publicKey)
    } catch let refusal as RelayRefusal where refusal.status == 409 {
      throw ChatFault.takenChatName
    }
  }

  /// Publishes the signed part of the prekeys in place of the one before.
  func publish(signed part: [UInt8]) async throws {
    _ = try await send(.put, "accounts/\(address)/prekeys", Data(part))
  }

  /// Publishes one-time entries; ones that were published before change nothing.
  ///
  /// - Returns: How many are left.
  func publish(oneTime entries: [OneTimeEntry]) async throws -> Int {
    let list = entries.map { entry -> JSONValue in
      ["name": .string(entry.name), "entry": .string(Base64URL.encode(entry.encoded))]
    }
    let body = JSONValue.object(["entries": .array(list)]).utf8()
    return try Self.remaining(
      try await send(.post, "accounts/\(address)/prekeys/one-time", Data(body), .json))
  }

  /// How many one-time entries are left.
  func remaining() async throws -> Int {
    try Self.remaining(try await send(.get, "accounts/\(address)/prekeys/one-time"))
  }

  private static func remaining(_ answer: Data) throws -> Int {
    guard let count = try json(answer)["remaining"]?.intValue else { throw ChatFault.notRelay }
    return count
  }

  /// The bundle of a peer.
  ///
  /// - Returns: The signed part and a one-time entry, if there is one left; `nil` when the relay has none.
  func bundle(of peer: MessagingAddress) async throws -> (signed: [UInt8], oneTime: [UInt8]?)? {
    let answer: JSONValue
    do {
      answer = try Self.json(try await send(.post, "accounts/\(peer.relayText)/bundle", Data()))
    } catch let refusal as RelayRefusal where refusal.status == 404 {
      return nil
    }
    guard let signed = Self.bytes(answer["prekeys"]) else { throw ChatFault.notRelay }
    guard let oneTime = answer["oneTime"], !oneTime.isNull else { return (signed, nil) }
    guard let entry = Self.bytes(oneTime["entry"]) else { throw ChatFault.notRelay }
    return (signed, entry)
  }

  // MARK: - Envelopes

  /// Leaves an envelope for a peer; an identifier is taken once.
  func post(_ envelope: [UInt8], _ identifier: [UInt8], to peer: MessagingAddress) async throws {
    let name = Base64URL.encode(identifier)
    _ = try await send(.put, "accounts/\(peer.relayText)/envelopes/\(name)", Data(envelope))
  }

  /// Fetches envelopes in the order of their arrival.
  ///
  /// - Parameters:
  ///   - sequence: Leaves out those up to this one.
  ///   - seconds: How long to wait for one, 0 to ``longestWait``.
  /// - Returns: The envelopes, and whether others wait already.
  /// - Throws: ``RelayUnreachable``, ``RelayRefusal``, ``ChatFault`` for an answer that is none.
  func envelopes(after sequence: UInt64, wait seconds: Int) async throws -> (
    list: [RelayedEnvelope], more: Bool
  ) {
    let target = "accounts/\(address)/envelopes?after=\(sequence)&limit=32&wait=\(seconds)"
    let answer = try Self.json(try await send(.get, target))
    guard let list = answer["envelopes"]?.arrayValue, list.count <= 100 else {
      throw ChatFault.notRelay
    }
    return (try list.map(RelayedEnvelope.init), answer["more"]?.boolValue ?? false)
  }

  /// Lets the relay forget envelopes.
  func acknowledge(_ sequences: [UInt64]) async throws {
    guard !sequences.isEmpty else { return }
    let body = JSONValue.object(["sequences": .array(sequences.map { .integer($0) })]).utf8()
    _ = try await send(.post, "accounts/\(address)/acknowledgements", Data(body), .json)
  }

  // MARK: - Attachments

  /// Leaves sealed bytes under an identifier that nobody can guess.
  func upload(_ sealed: [UInt8], _ identifier: [UInt8]) async throws {
    _ = try await send(.put, "attachments/" + Base64URL.encode(identifier), Data(sealed))
  }

  /// Fetches sealed bytes.
  func download(_ identifier: [UInt8]) async throws -> [UInt8] {
    Array(try await send(.get, "attachments/" + Base64URL.encode(identifier)))
  }

  // MARK: - Requests

  private func send(
    _ method: HTTPMethod, _ target: String, _ body: Data? = nil, _ type: MediaType = .bytes
  ) async throws -> Data {
    let response: HTTPResponse
    do {
      response = try await attempt(method, target, body, type)
    } catch TransportError.refused {
      // A relay renews its certificate for the same key; it is asked which one it has now.
      let site = try await RelaySite(asking: site.server, site.pin)
      guard site != self.site else { throw ChatFault.unusableRelay(site.server) }
      try await replace(site)
      response = try await attempt(method, target, body, type)
    }
    guard (200...299).contains(response.status) else {
      throw RelayRefusal(status: response.status, body: response.body)
    }
    return response.body
  }

  private func attempt(
    _ method: HTTPMethod, _ target: String, _ body: Data?, _ type: MediaType
  ) async throws -> HTTPResponse {
    let (site, session) = state.withLock { ($0.site, $0.session) }
    let url = try RequestURL("https://\(site.server.origin)/v1/\(target)")
    let authorization = try key.authorization(
      method.rawValue, url.target, body ?? Data(), as: address, to: site.pin, at: Date())
    let request = try HTTPRequest(
      method, url, headers: HeaderFields(["Authorization": authorization]),
      body: body.map { .bytes($0, type) } ?? .none, expecting: .anything)
    do throws(TransportError) {
      return try await session.response(to: request)
    } catch {
      switch error {
      case .cancelled: throw CancellationError()
      case .refused: throw error
      case .notConnected, .nameNotResolved, .timedOut, .connectionLost, .handshakeFailed, .malformedResponse:
        throw RelayUnreachable(error, site.server)
      default: throw ChatFault(error, about: site.server.commandLineWord)
      }
    }
  }

  private func replace(_ site: RelaySite) async throws {
    let session = SecureSession(policy: try site.policy(patience: Self.patience))
    let old = state.withLock { state in
      defer { state = State(site: site, session: session) }
      return state.session
    }
    await old.close()
  }

  private static func json(_ answer: Data) throws -> JSONValue {
    do {
      return try StrictJSON.parse(
        Array(answer), limits: JSONLimits(depth: 6, size: Self.greatestAnswer, values: 2000))
    } catch {
      throw ChatFault.notRelay
    }
  }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    // because what is no Base64 is refused as a whole
    value?.stringValue.flatMap { try? Base64URL.decode($0) }
  }
}
