import Glibc
public import OmamoriCore
public import OmamoriTransport

/// Examines servers by handshakes alone: not a byte of HTTP is sent, and no verdict depends on what they send unasked.
///
/// A server is asked at most six times, with what is weak offered too, so that everything can be named that a client
/// refuses. Each examination runs on a thread of its own and can be cancelled at any time. Safe to share between threads.
public struct ServerProbe: Sendable {
  /// The most servers that are examined at the same time.
  package static let greatestConcurrency = 64

  let anchors: AnchorStore
  let requirements: CertificateRequirements
  let handshakeTimeout: Duration
  let timeout: Duration
  let clock: any WallClock

  /// Makes a probe.
  ///
  /// - Parameters:
  ///   - anchors: The roots that are trusted.
  ///   - requirements: What certificates must be.
  ///   - handshakeTimeout: How long the look-up of the name and each handshake may take.
  ///   - timeout: How long everything about one server may take.
  ///   - clock: The time at which certificates must be valid.
  /// - Throws: `TransportError` when the roots cannot be read.
  public init(
    anchors: TrustAnchors = .system, requirements: CertificateRequirements = CertificateRequirements(),
    handshakeTimeout: Duration = .seconds(8), timeout: Duration = .seconds(30),
    clock: any WallClock = SystemWallClock()
  ) throws(TransportError) {
    self.anchors = try AnchorStore(anchors)
    (self.requirements, self.clock) = (requirements, clock)
    (self.handshakeTimeout, self.timeout) = (handshakeTimeout, timeout)
  }

  /// Examines one server.
  ///
  /// - Parameter target: The server.
  /// - Returns: What it does, also when it does nothing right.
  /// - Throws: `TransportError.nameNotResolved`, `TransportError.notConnected`, `TransportError.timedOut` before
  ///   anything was learned, `TransportError.cancelled`, `TransportError.system(code:)` and
  ///   `TransportError.backend(code:)`.
  public func examine(_ target: ServerTarget) async throws(TransportError) -> ServerFacts {
    guard let cancellation = WakeEvent() else { throw .system(code: errno) }
    let run = ProbeRun(
      target: target, probe: self, watch: ProbeWatch(cancellation: cancellation, deadline: .now + timeout))
    return try await OwnThread.run(endedBy: cancellation) { () throws(TransportError) in try run.run() }
  }

  /// Examines servers, several at the same time.
  ///
  /// - Parameters:
  ///   - targets: The servers.
  ///   - limit: How many at the same time, 1 to 64.
  /// - Returns: What became of each, in their order.
  public func examine(
    _ targets: [ServerTarget], atOnce limit: Int = 16
  ) async -> [Result<ServerFacts, TransportError>] {
    let limit = min(max(limit, 1), Self.greatestConcurrency)
    let finished = await withTaskGroup(of: Examination.self) { group in
      var finished: [Examination] = []
      finished.reserveCapacity(targets.count)
      for (index, target) in targets.enumerated() {
        if index >= limit, let one = await group.next() { finished.append(one) }
        group.addTask { await examination(index, of: target) }
      }
      for await one in group { finished.append(one) }
      return finished
    }
    return finished.sorted { $0.index < $1.index }.map(\.result)
  }

  /// What became of one of several servers.
  private struct Examination: Sendable {
    let index: Int
    let result: Result<ServerFacts, TransportError>
  }

  private func examination(_ index: Int, of target: ServerTarget) async -> Examination {
    do throws(TransportError) {
      return Examination(index: index, result: .success(try await examine(target)))
    } catch {
      return Examination(index: index, result: .failure(error))
    }
  }

  /// Validates the chain of a server, and looks at its stapled status.
  func judge(
    _ chain: PresentedChain, _ connection: ConnectionFacts?, for target: ServerTarget, at moment: Date
  ) -> ValidationResult {
    let validator = ChainValidator(
      host: target.host, requirements: requirements, anchors: anchors, pins: target.pins)
    let result = validator.validate(chain, at: moment)
    guard let connection else { return result }
    return result.adding(TLSVerifier.faults(of: connection, chain: result.chain, requirements, at: moment))
  }
}
