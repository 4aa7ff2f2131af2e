import Foundation
public import OmamoriAuth
public import OmamoriCore
public import OmamoriTransport
public import Security
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client of HTTPS that cannot be talked out of its policy, over Apple's `URLSession`.
///
/// With `import Omamori` its name is `SecureSession`, as on Linux, with the same calls and the same errors. Each server is
/// judged while the connection is made, before anything of a request is sent; connections belong to this session alone.
/// There are no cookies, no cache, no stored credentials, no proxy of the system and no plain HTTP. What differs from Linux
/// is in Documentation/apple-transport.md.
///
/// Make one session for a policy and keep it. Safe to use from any thread, for any number of requests at the same time.
public final class AppleSecureSession: Sendable {
  /// What the requests that may share connections have in common.
  private struct Kind: Hashable {
    let minimumVersion: TLSVersion
    let provesIdentity: Bool
  }

  private struct State {
    var lines: [Kind: SessionLine] = [:]
    var isClosed = false
  }

  /// The policy, which never changes.
  public let policy: TransportPolicy
  private let identity: AppleClientIdentity?
  private let events: ConnectionEvents
  private let clock: any WallClock
  private let protocols: [AnyClass]?
  private let state = Protected(State())
  private let retries: RetryLoop<ContinuousClock>

  /// Makes a session; nothing is read and nothing is connected before the first request.
  ///
  /// - Parameters:
  ///   - policy: What is asked of servers.
  ///   - identity: Who the client is, for servers that ask for a certificate; shown to the servers that requests name, and
  ///     never to another origin that a redirect leads to.
  ///   - events: Hears of refused servers and of pins that need attention.
  public convenience init(
    policy: TransportPolicy, identity: AppleClientIdentity? = nil, events: any SecurityEvents = .discarded
  ) {
    self.init(policy: policy, identity: identity, events: events, clock: SystemWallClock())
  }

  /// Makes a session with a clock of its own, and perhaps with other ways to load than the network.
  package init(
    policy: TransportPolicy, identity: AppleClientIdentity?, events: any SecurityEvents, clock: any WallClock,
    protocols: [AnyClass]? = nil
  ) {
    (self.policy, self.identity, self.events) = (policy, identity, ConnectionEvents(events))
    (self.clock, self.protocols) = (clock, protocols)
    retries = RetryLoop(clock: ContinuousClock(), dates: clock)
  }

  /// Sends a request and waits for the whole response.
  ///
  /// Redirects are followed and requests are sent again as the policy allows. Cancelling the task ends the request at any
  /// stage.
  ///
  /// - Parameters:
  ///   - request: The request; a body that comes piece by piece is not supported here.
  ///   - progress: Hears how many bytes of the request's body were sent, on the session's own thread; must not wait.
  /// - Returns: The response, of a status and a type that the request expects, with a body within the policy's limit.
  /// - Throws: `TransportError`; `TransportError.refused(_:)` when the server is not the one that the policy asks for.
  public func response(
    to request: HTTPRequest, progress: (@Sendable (Int64) -> Void)? = nil
  ) async throws(TransportError) -> HTTPResponse {
    let (answer, url) = try await retries.run(
      request, rule: request.retries ?? policy.retries,
      attempt: { timeLeft async throws(TransportError) in
        try await answerOnce(to: request, within: timeLeft, progress)
      },
      head: { ($0.0.status, $0.0.fields) })
    if policy.headers != .report || !answer.isReused {
      try events.check(answer.fields, from: url.host, status: answer.status, by: policy.headers)
    }
    try request.expectation.check(
      status: answer.status, contentTypes: answer.fields.values("Content-Type"),
      hasBody: !answer.body.isEmpty)
    return HTTPResponse(
      status: answer.status, fields: answer.fields, body: answer.body, url: url,
      verdict: answer.verdict, headers: policy.headers)
  }

  /// Sends a request once and follows redirects; gives also the URL that answered.
  private func answerOnce(
    to request: HTTPRequest, within timeLeft: Duration?, _ progress: (@Sendable (Int64) -> Void)?
  ) async throws(TransportError) -> (SessionLine.Answer, RequestURL) {
    let total = (request.timeouts ?? policy.timeouts).total
    let deadline = ContinuousClock.now + (timeLeft.map { min($0, total) } ?? total)
    var machine = RedirectMachine(request, policy: policy)
    var current = request
    while true {
      let judge = ConnectionJudge(try policy.policy(for: current.url.host))
      let isOwnOrigin = current.url.hasOrigin(of: request.url)
      let line = try line(judge.policy.minimumVersion, provesIdentity: identity != nil && isOwnOrigin)
      let answer = try await line.send(
        current, judge: judge, limits: policy.limits, idle: (current.timeouts ?? policy.timeouts).idle,
        deadline: deadline, progress: progress)
      switch try machine.handle(status: answer.status, locations: answer.fields.values("Location")) {
      case .follow(let next, _): current = next
      case .deliver: return (answer, current.url)
      }
    }
  }

  /// Ends all requests with `TransportError.closed` and closes the connections; later requests fail.
  ///
  /// A session that is dropped closes itself.
  public func close() async {
    retries.close()
    let lines = state.withLock { state in
      state.isClosed = true
      defer { state.lines = [:] }
      return state.lines
    }
    for line in lines.values { line.close() }
  }

  private func line(
    _ minimumVersion: TLSVersion, provesIdentity: Bool
  ) throws(TransportError) -> SessionLine {
    try state.withLock { state throws(TransportError) in
      guard !state.isClosed else { throw .closed }
      let kind = Kind(minimumVersion: minimumVersion, provesIdentity: provesIdentity)
      if let line = state.lines[kind] { return line }
      let delegate = PinnedSessionDelegate(
        policy: policy, identity: provesIdentity ? identity : nil, events: events, clock: clock)
      let configuration = URLSessionConfiguration.pinned(policy, minimumVersion: minimumVersion)
      // The session has a deadline of its own for each request, which may be later than the policy's.
      configuration.timeoutIntervalForResource = 7 * 86_400
      if let protocols { configuration.protocolClasses = protocols }
      let line = SessionLine(ExchangeDelegate(delegate), configuration, clock: clock)
      state.lines[kind] = line
      return line
    }
  }
}

extension AppleSecureSession: HTTPExchange {
  /// Sends a request and waits for the whole answer, whatever its status.
  ///
  /// - Parameter request: The request; what it expects of the answer is not looked at.
  /// - Returns: The answer.
  /// - Throws: `TransportError`.
  public func answer(to request: HTTPRequest) async throws(TransportError) -> HTTPAnswer {
    let open = try HTTPRequest(
      request.method, request.url, headers: request.headers, body: request.body, timeouts: request.timeouts,
      expecting: ResponseExpectation(statuses: 100...599))
    let response = try await response(to: open)
    return HTTPAnswer(status: response.status, fields: response.fields, body: response.body)
  }
}

/// A certificate with a private key of the keychain or the Secure Enclave, by which a client proves who it is.
///
/// The key stays where it is, which is why this is not a `ClientIdentity` of the portable kind. Safe to share between
/// threads.
///
/// Source: <https://developer.apple.com/documentation/security/secidentity>.
public struct AppleClientIdentity: @unchecked Sendable {  // because both parts are immutable
  let identity: SecIdentity
  let certificates: [SecCertificate]

  /// Takes an identity.
  ///
  /// - Parameters:
  ///   - identity: The certificate and its key.
  ///   - certificates: The certificates between it and a root, to be sent along.
  public init(_ identity: SecIdentity, certificates: [SecCertificate] = []) {
    (self.identity, self.certificates) = (identity, certificates)
  }
}
