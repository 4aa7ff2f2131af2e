import Glibc
public import OmamoriCore
public import OmamoriTransport

/// Hands records on to a syslog server over TLS (RFC 5425): messages of RFC 5424, each after its length in bytes.
///
/// Syslog has no acknowledgement. Each batch goes over a connection of its own, at whose end both sides say goodbye: a
/// batch counts as delivered when the server answers the goodbye (`close_notify`, which nobody in between can forge) with
/// its own and then ends the connection in good order, which a server with messages unread does not; see
/// `SyslogConfirmation` for servers that say none. That it wrote them to a disk is not said by it. One gap is left: a
/// server that says goodbye and closes of its own accord while the batch is still on its way to it. A server that ends the
/// connection otherwise may have the messages, so the batch is sent again and messages may arrive twice; they carry
/// numbers.
///
/// The server is judged by the policy as in a session: version, roots, pins. Names are looked up and bytes are moved on
/// threads of their own; what is kept of a batch on its way out is at most some 64 KiB. Safe to use from any thread.
public final class SyslogDelivery: Delivery {
  /// The port that is registered for syslog over TLS.
  public static let standardPort: UInt16 = 6514
  /// The greatest message that receivers are asked to take (RFC 5425, section 4.3.1), in bytes.
  public static let standardMessageSize = 8192

  private let host: HostName
  private let port: UInt16
  private let servers: ServerDirectory
  private let timeouts: Timeouts
  private let events: ConnectionEvents
  private let confirmation: SyslogConfirmation
  private let greatestMessageSize: Int
  private let identity: (any ClientIdentity)?
  private let credential = Protected<ClientCredential?>(nil)

  /// Makes a delivery; nothing is connected before the first batch.
  ///
  /// - Parameters:
  ///   - host: The server.
  ///   - port: Its port.
  ///   - policy: What is asked of it; a policy with a proxy is refused.
  ///   - identity: Who the client is, for servers that ask for a certificate.
  ///   - confirmation: By what the server shows that it read the messages.
  ///   - greatestMessageSize: The greatest message that the server takes, in bytes, at least 480; longer ones are
  ///     rejected here, because servers cut them or take what is left for another message.
  ///   - events: Hears of refused servers and of pins that need attention.
  /// - Throws: `TransportError.unsupported` for a proxy, `TransportError.hostNotListed`.
  public convenience init(
    to host: HostName, port: UInt16 = SyslogDelivery.standardPort, policy: TransportPolicy,
    identity: (any ClientIdentity)? = nil, confirmation: SyslogConfirmation = .goodbye,
    greatestMessageSize: Int = SyslogDelivery.standardMessageSize, events: any SecurityEvents = .discarded
  ) throws(TransportError) {
    guard policy.proxy == .none else { throw .unsupported }
    _ = try policy.policy(for: host)
    self.init(
      to: host, port: port, policy, identity: identity, confirmation: confirmation,
      greatestMessageSize: max(480, greatestMessageSize), events: ConnectionEvents(events))
  }

  private init(
    to host: HostName, port: UInt16, _ policy: TransportPolicy, identity: (any ClientIdentity)?,
    confirmation: SyslogConfirmation, greatestMessageSize: Int, events: ConnectionEvents
  ) {
    self.confirmation = confirmation
    (self.host, self.port, self.identity) = (host, port, identity)
    (self.greatestMessageSize, self.events, timeouts) = (greatestMessageSize, events, policy.timeouts)
    servers = ServerDirectory(policy, clock: SystemWallClock())
  }

  /// Sends the messages and waits for the server's goodbye.
  ///
  /// - Parameter batch: The batch; each record is a message of RFC 5424 without its length.
  /// - Returns: A receipt without a checkpoint.
  /// - Throws: `DeliveryProblem`; `rejected` for what is no message or too long for the server.
  public func deliver(_ batch: DeliveryBatch) async throws(DeliveryProblem) -> DeliveryReceipt {
    guard batch.records.allSatisfy({ $0.count <= greatestMessageSize && SyslogFrame.isMessage($0) }) else {
      throw .rejected
    }
    guard !batch.records.isEmpty else { return DeliveryReceipt() }
    do throws(TransportError) {
      try await send(batch.records, try await identification())
      return DeliveryReceipt()
    } catch {
      throw DeliveryProblem(error)
    }
  }

  private func identification() async throws(TransportError) -> ClientCredential? {
    guard let identity else { return nil }
    if let known = credential.current { return known }
    let read = try await ClientCredential(identity)
    credential.withLock { $0 = read }
    return read
  }

  private func send(
    _ messages: [[UInt8]], _ credential: ClientCredential?
  ) async throws(TransportError) {
    guard let cancellation = WakeEvent() else { throw .system(code: errno) }
    let watch = ProbeWatch(cancellation: cancellation, deadline: .now + timeouts.total)
    try await OwnThread.run(endedBy: cancellation) { [self] () throws(TransportError) in
      try run(messages, credential, watch)
    }
  }

  /// Does it all, on a thread that may wait.
  private func run(
    _ messages: [[UInt8]], _ credential: ClientCredential?, _ watch: ProbeWatch
  ) throws(TransportError) {
    let server = try servers.server(host)
    let connecting = watch.limited(to: timeouts.connecting)
    let stream = try MessageStream(
      to: NameResolution.addresses(of: host, port: port, connecting), server, identity: credential,
      events: events, connecting)
    var pending: [UInt8] = []
    for message in messages {
      SyslogFrame.append(message, to: &pending)
      guard pending.count >= MessageStream.pieceSize else { continue }
      stream.watch = watch.limited(to: timeouts.idle)
      try stream.send(pending)
      pending.removeAll(keepingCapacity: true)
    }
    stream.watch = watch.limited(to: timeouts.idle)
    try stream.send(pending)
    try stream.finish(confirmation)
  }
}
