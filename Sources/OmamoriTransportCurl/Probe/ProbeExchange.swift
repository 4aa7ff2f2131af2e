import Glibc
import OmamoriCore
import OmamoriTransport

/// One handshake over a socket of its own, from the first byte to the goodbye.
struct ProbeExchange {
  /// What it showed.
  struct Result {
    let outcome: HandshakeOutcome
    /// The certificates that the server sent.
    var certificates: [Data] = []
    /// Whether it sent more than are taken.
    var isChainCut = false
  }

  /// The most bytes that a server may send in one handshake.
  private static let greatestAnswerSize = 1024 * 1024
  /// How long a server that asks for a client certificate has to end the connection after the handshake.
  private static let patience = Duration.milliseconds(300)

  let address: SocketAddress
  let host: HostName
  let watch: ProbeWatch

  /// Makes the handshake.
  ///
  /// - Throws: `TransportError.cancelled` and `TransportError.backend(code:)`.
  func run(_ offer: HandshakeOffer) throws(TransportError) -> Result {
    let connection = try ProbeConnection(offer, host: host)
    var isConnected = false
    do throws(ProbeWatch.Interruption) {
      let socket = try ProbeSocket(to: address, watch)
      isConnected = true
      return try handshake(connection, socket)
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .timedOut: return Result(outcome: .timedOut)
      case .failed: return Result(outcome: isConnected ? .closed : .notConnected)
      }
    }
  }

  private func handshake(
    _ connection: borrowing ProbeConnection, _ socket: ProbeSocket
  ) throws(ProbeWatch.Interruption) -> Result {
    var (size, beginning): (Int, [UInt8]) = (0, [])
    while true {
      let progress = connection.handshake()
      try deliver(connection, socket)
      switch progress {
      case .complete:
        let wish = try clientCertificate(connection, socket)
        connection.close()
        try deliver(connection, socket)
        return result(connection, .completed(connection.facts(wish)))
      case .alert(let alert):
        let isRequired = connection.isAskedForCertificate
        return result(
          connection, isRequired ? .completed(connection.facts(.required)) : .refused(alert: alert))
      case .failed(let reason):
        return result(connection, Self.outcome(ofAnswer: beginning, reason: reason))
      case .needsInput:
        let bytes = try socket.receive()
        guard !bytes.isEmpty else { return result(connection, Self.end(ofAnswer: beginning)) }
        size += bytes.count
        guard size <= Self.greatestAnswerSize else { return Result(outcome: .broken(reason: 0)) }
        if beginning.count < 5 { beginning += bytes.prefix(5) }
        connection.take(bytes[...])
      }
    }
  }

  /// Sends what there is to send.
  ///
  /// A server that takes nothing any more may have said why, so that is read first.
  private func deliver(
    _ connection: borrowing ProbeConnection, _ socket: ProbeSocket
  ) throws(ProbeWatch.Interruption) {
    do throws(ProbeWatch.Interruption) {
      try socket.send(connection.give())
    } catch .failed {
      return
    }
  }

  /// Finds out what becomes of a client without a certificate; TLS 1.3 says so after the handshake only.
  private func clientCertificate(
    _ connection: borrowing ProbeConnection, _ socket: ProbeSocket
  ) throws(ProbeWatch.Interruption) -> HandshakeFacts.ClientCertificate {
    guard connection.isAskedForCertificate else { return .notAsked }
    let end = ContinuousClock.now + Self.patience
    var size = 0
    while true {
      switch connection.listen() {
      case .alert: return .required
      case .complete, .failed: return .asked
      case .needsInput: break
      }
      do throws(ProbeWatch.Interruption) {
        let bytes = try socket.receive(until: end)
        size += bytes.count
        guard !bytes.isEmpty else { return .required }
        guard size <= Self.greatestAnswerSize else { return .asked }
        connection.take(bytes[...])
      } catch {
        switch error {
        case .timedOut: return .asked
        case .failed: return .required
        case .cancelled: throw error
        }
      }
    }
  }

  private func result(_ connection: borrowing ProbeConnection, _ outcome: HandshakeOutcome) -> Result {
    let (certificates, isCut) = connection.certificates
    return Result(outcome: outcome, certificates: certificates, isChainCut: isCut)
  }

  /// What an answer stands for that is no part of a handshake.
  ///
  /// Records of TLS begin with 20 to 24 (RFC 8446, section 5.1).
  private static func outcome(ofAnswer beginning: [UInt8], reason: Int) -> HandshakeOutcome {
    guard let first = beginning.first, (20...24).contains(first) else {
      return .notTLS(PlainProtocol(answer: beginning))
    }
    return .broken(reason: reason)
  }

  private static func end(ofAnswer beginning: [UInt8]) -> HandshakeOutcome {
    guard let first = beginning.first else { return .closed }
    return (20...24).contains(first) ? .closed : .notTLS(PlainProtocol(answer: beginning))
  }
}

/// When an examination has to be over, and whether it was called off.
///
/// Safe to use from any thread.
struct ProbeWatch: Sendable {
  /// Why waiting ended without what was waited for.
  enum Interruption: Error, Equatable {
    /// The time is over.
    case timedOut
    /// Nobody wants to know any more.
    case cancelled
    /// The system refused; its error number.
    case failed(Int32)
  }

  /// Happens when the examination is called off.
  let cancellation: WakeEvent
  /// The moment at which it must be over.
  let deadline: ContinuousClock.Instant

  /// The same with a deadline that is not later than after `duration`.
  func limited(to duration: Duration) -> ProbeWatch {
    ProbeWatch(cancellation: cancellation, deadline: min(deadline, .now + duration))
  }

  /// Waits until a descriptor is ready for some of `events`.
  func wait(for descriptor: Int32, _ events: Int32) throws(Interruption) {
    while true {
      let rest = ContinuousClock.now.duration(to: deadline).components
      let milliseconds = rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000
      guard rest.seconds >= 0, rest.attoseconds >= 0 else { throw .timedOut }
      var entries = [
        pollfd(fd: descriptor, events: Int16(events), revents: 0),
        pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      // because two entries are passed and counted
      let count = unsafe poll(&entries, 2, Int32(clamping: milliseconds + 1))
      if entries[1].revents != 0 { throw .cancelled }
      if count < 0, errno != EINTR { throw .failed(errno) }
      if count > 0, entries[0].revents != 0 { return }
    }
  }
}
