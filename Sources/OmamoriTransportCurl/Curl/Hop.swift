import CCurl
import OmamoriCore
import OmamoriTransport

/// One request to one host, as the engine is told it; a redirect makes another.
struct Hop: Sendable {
  /// Where the body of the response goes.
  enum Destination: Sendable {
    /// Into memory, up to this many bytes.
    case memory(limit: Int)
    /// To a reader that takes it piece by piece.
    case reader(DownloadPipe)
  }

  /// Where the body of the request comes from.
  enum Source: Sendable {
    /// There is none.
    case none
    /// From memory.
    case bytes(Data)
    /// From an open file.
    case file(UploadFile)
    /// From memory and open files, one after the other.
    case parts(UploadParts)
    /// From a writer that gives it piece by piece.
    case writer(UploadPipe)
  }

  /// A name with its addresses.
  struct Place: Sendable {
    /// The name and the port, as libcurl writes them in its table of names.
    let name: String
    /// The addresses.
    let entry: NameResolver.Entry
  }

  /// The host and what the policy asks of it.
  let server: ServerProfile
  /// The port.
  let port: UInt16
  /// Where the host, or the proxy, is; `nil` when its name is an address.
  let place: Place?
  /// Path and query, beginning with a slash.
  let target: String
  /// The method.
  let method: String
  /// Lines of the header, each `Name: value`.
  let headerLines: [String]
  /// Where the body comes from.
  let source: Source
  /// Where the body of the response goes.
  let destination: Destination
  /// When the whole request has to be over.
  let deadline: ContinuousClock.Instant
  /// How long it may take to connect.
  let connectTime: Duration
  /// How long nothing may happen.
  let idleTime: Duration
  /// Hears how many bytes of the body were taken; called on the engine's thread.
  let progress: (@Sendable (Int64) -> Void)?
  /// Hears what judging the connection takes, measured over many times; `nil` except in measurements.
  var judgingTime: (@Sendable (Duration) -> Void)?
}

/// What came back from one hop.
struct HopResponse: Sendable {
  /// The status.
  let status: Int
  /// The header as it came: the lines after the status line, each ended by CR LF.
  let header: [UInt8]
  /// The body; empty when it goes to a reader.
  let body: Data
  /// What the policy says of the connection.
  let verdict: ConnectionVerdict
  /// How long it took.
  let metrics: TransferMetrics

  /// Whether the connection was already there.
  var isReused: Bool { metrics.isReused }
}

/// What a session knows of a host: the policy's demands made ready once, and the judge of its connections.
final class ServerProfile: Sendable {
  /// What the policy asks.
  let policy: HostPolicy
  /// `https://` and the host as it stands in a URL.
  let urlPrefix: String
  /// libcurl's number for the oldest version of TLS.
  let oldestVersion: Int
  private let verifier: TLSVerifier
  private let law: ConnectionJudge
  private let clock: any WallClock

  /// Makes the profile of a host.
  ///
  /// - Parameters:
  ///   - policy: What the policy asks of it.
  ///   - anchors: The roots that the policy trusts.
  ///   - clock: The time by which certificates and pins are judged.
  init(_ policy: HostPolicy, anchors: AnchorStore, clock: any WallClock) {
    (self.policy, self.clock) = (policy, clock)
    let host = policy.host
    urlPrefix = "https://" + (host.kind == .addressV6 ? "[\(host)]" : host.description)
    oldestVersion =
      switch policy.minimumVersion {
      case .tls12: Int(CURL_SSLVERSION_TLSv1_2)
      case .tls13: Int(CURL_SSLVERSION_TLSv1_3)
      }
    let validator = ChainValidator(
      host: host, requirements: policy.certificates, anchors: anchors, pins: policy.pins)
    verifier = TLSVerifier(validator: validator, clock: clock)
    law = ConnectionJudge(policy)
  }

  /// Prepares a new connection: it trusts what the policy of the host trusts and nothing else, and is judged before the
  /// handshake is over.
  ///
  /// - Parameters:
  ///   - context: The connection's `SSL_CTX`.
  ///   - refusal: Hears the verdict of a handshake that is refused.
  /// - Throws: A `TransportError` when the connection must not be made.
  func prepare(_ context: OpaquePointer, refusal: HandshakeReport) throws(TransportError) {
    // because the caller owns the context
    try unsafe TLSSettings(minimumVersion: policy.minimumVersion).apply(to: context)
    let judge = TLSVerifier(validator: verifier.validator, clock: clock) { [law, clock] result in
      let verdict = law.verdict(onChain: result.chain, faults: result.faults, at: clock.date)
      if !verdict.admits { refusal.note(verdict) }
      return verdict.admits
    }
    try unsafe judge.install(on: context)  // because the context holds the judge until it is freed
  }

  /// Judges a connection before a request goes over it, whether it is new, reused or resumed.
  ///
  /// - Parameter connection: The connection's `SSL`.
  /// - Returns: The verdict.
  func judge(_ connection: OpaquePointer) -> ConnectionVerdict {
    // because the caller's connection is open during the call
    let result = unsafe verifier.result(of: connection)
    let facts = unsafe ConnectionFacts(of: connection)  // because the same is true
    let verdict = law.verdict(on: result.chain, faults: result.faults, facts: facts, at: clock.date)
    if !verdict.admits { unsafe TLSVerifier.forgetSession(of: connection) }
    return verdict
  }
}
