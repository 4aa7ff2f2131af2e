import Glibc
import OmamoriCore
import OmamoriTransport

/// A TLS connection to a server of a policy that only takes, on a thread that may wait.
///
/// Bytes go out in one direction; that the server took all of them is known when it answers a goodbye with its own.
final class MessageStream {
  /// How much is encrypted at a time, which bounds what is kept here.
  static let pieceSize = 16 * 1024
  /// The most bytes that a server may send, session tickets and alerts being all it has to say.
  private static let greatestAnswerSize = 256 * 1024
  /// Alerts by which a server says that it wants another client certificate, or any (RFC 8446, section 6.2).
  private static let certificateAlerts: Set<UInt8> = [41, 42, 43, 44, 45, 46, 48, 49, 116]

  private let socket: ProbeSocket
  private let connection: StreamConnection
  private let report: HandshakeReport
  private let events: ConnectionEvents
  private var received = 0

  /// How long what follows may take.
  var watch: ProbeWatch {
    get { socket.watch }
    set { socket.watch = newValue }
  }

  /// Connects, and makes sure that the server is the one that the policy asks for.
  ///
  /// - Parameters:
  ///   - addresses: Where the server may be, tried in their order.
  ///   - server: What is known of it.
  ///   - identity: Who the client is, if it says so.
  ///   - events: Hears of refused servers.
  ///   - watch: How long connecting may take.
  /// - Throws: `TransportError`.
  init(
    to addresses: [SocketAddress], _ server: ServerProfile, identity: ClientCredential?,
    events: ConnectionEvents, _ watch: ProbeWatch
  ) throws(TransportError) {
    let report = HandshakeReport()
    connection = try StreamConnection(to: server, identity: identity, report: report)
    (self.report, self.events) = (report, events)
    socket = try Self.socket(to: addresses, watch)
    try handshake(with: server)
  }

  private static func socket(
    to addresses: [SocketAddress], _ watch: ProbeWatch
  ) throws(TransportError) -> ProbeSocket {
    for (index, address) in addresses.enumerated() {
      // The first ones must not use up the time of those after them.
      let share = ContinuousClock.now.duration(to: watch.deadline) / (addresses.count - index)
      do throws(ProbeWatch.Interruption) {
        return try ProbeSocket(to: address, watch.limited(to: share))
      } catch .cancelled {
        throw .cancelled
      } catch {
        continue
      }
    }
    throw .notConnected
  }

  private func handshake(with server: ServerProfile) throws(TransportError) {
    while true {
      let progress = connection.handshake()
      do throws(TransportError) {
        try flush()
      } catch {
        // A server that takes nothing any more may have said why, which is read first.
        guard error == .connectionLost, progress == .needsInput else { throw error }
      }
      if progress == .complete { break }
      guard try proceed(after: progress) else { throw lost(.failed(0)) }
    }
    let verdict = connection.verdict(of: server)
    events.record(verdict)
    guard verdict.admits else { throw .refused(verdict) }
  }

  /// Sends bytes.
  ///
  /// - Throws: `TransportError`; how much the server took is unknown then.
  func send(_ bytes: [UInt8]) throws(TransportError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Self.pieceSize)
      let progress = connection.write(piece)
      guard progress == .complete else { throw failure(progress) }
      rest = rest.dropFirst(piece.count)
      try flush()
    }
  }

  /// Says goodbye and waits until the server does so, too, which it does when it has read everything.
  ///
  /// - Parameter confirmation: What counts as the server's goodbye.
  /// - Throws: `TransportError`; `TransportError.connectionLost` when the connection ends otherwise, and
  ///   `TransportError.malformedResponse` when the server says something else.
  func finish(_ confirmation: SyslogConfirmation) throws(TransportError) {
    connection.close()
    try flush()
    while true {
      let progress = connection.listen()
      if progress == .closed { return try awaitEnd() }
      guard progress != .complete else { throw .malformedResponse }
      guard try proceed(after: progress) else {
        if confirmation == .connectionEnd, !report.isAskedForCertificate { return }
        throw lost(.failed(0))
      }
    }
  }

  /// Waits until the server ends the connection in good order.
  ///
  /// A server may say goodbye of its own accord, with messages unread; when it then closes, its system breaks the
  /// connection off.
  private func awaitEnd() throws(TransportError) {
    socket.endSending()
    do throws(ProbeWatch.Interruption) {
      while try !socket.receive().isEmpty {}
    } catch {
      throw lost(error)
    }
  }

  /// Reads more when that is what is needed; says whether there was more.
  private func proceed(after progress: StreamConnection.Progress) throws(TransportError) -> Bool {
    guard progress == .needsInput else { throw failure(progress) }
    let bytes: [UInt8]
    do throws(ProbeWatch.Interruption) {
      bytes = try socket.receive()
    } catch {
      throw lost(error)
    }
    received += bytes.count
    guard received <= Self.greatestAnswerSize else { throw .malformedResponse }
    connection.take(bytes[...])
    return !bytes.isEmpty
  }

  private func flush() throws(TransportError) {
    do throws(ProbeWatch.Interruption) {
      try socket.send(connection.give())
    } catch {
      throw lost(error)
    }
  }

  private func lost(_ interruption: ProbeWatch.Interruption) -> TransportError {
    switch interruption {
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    case .failed: report.isAskedForCertificate ? .clientCertificateNeeded : .connectionLost
    }
  }

  private func failure(_ progress: StreamConnection.Progress) -> TransportError {
    if let verdict = report.verdict, !verdict.admits {
      events.record(verdict)
      return .refused(verdict)
    }
    switch progress {
    case .alert(let alert) where Self.certificateAlerts.contains(alert): return .clientCertificateNeeded
    case .alert(let alert): return .handshakeFailed(alert: alert)
    case .failed: return .handshakeFailed(alert: nil)
    case .closed, .needsInput, .complete: return lost(.failed(0))
    }
  }
}
