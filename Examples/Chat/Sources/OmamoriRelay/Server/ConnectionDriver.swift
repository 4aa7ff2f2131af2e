import Glibc
import OmamoriCore

/// Serves one connection from its handshake to its end, on a thread of its own.
struct ConnectionDriver: ~Copyable {
  /// What became of waiting for bytes.
  private enum Filling {
    case filled, closed, late
  }

  private static let pieceSize = 16 << 10
  /// A refused request's body up to this size is received all the same, so that the connection can go on.
  private static let smallBody = 64 << 10

  private let socket: ClientSocket
  private let tls: TLSConnection
  private let wake: WakeEvent
  private let registry: ConnectionRegistry
  private let service: RelayService
  private var parser = RequestParser()
  private var piece = [UInt8](repeating: 0, count: Self.pieceSize)

  /// Makes a driver for a connection that the registry has taken.
  init(
    _ socket: ClientSocket, _ tls: consuming TLSConnection, wake: WakeEvent, registry: ConnectionRegistry,
    service: RelayService
  ) {
    (self.socket, self.wake, self.registry, self.service) = (socket, wake, registry, service)
    self.tls = tls
  }

  /// Serves the connection until it ends.
  mutating func run() {
    socket.hurry()
    guard handshake() else { return service.note(RelayEvent(.handshakeFailed, at: service.date)) }
    while serveNext() {}
  }

  private func handshake() -> Bool {
    let deadline = ContinuousClock.now + service.limits.handshakeTime
    while true {
      switch tls.handshake() {
      case .moved: return true
      case .needsInput: guard isReady(for: ConnectionWatch.input, by: deadline) else { return false }
      case .needsOutput: guard isReady(for: ConnectionWatch.output, by: deadline) else { return false }
      case .closed, .failed: return false
      }
    }
  }

  /// Waits for the socket, for a shorter time when the relay is stopped; says whether it is ready.
  private func isReady(for events: Int16, by deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let last = registry.stoppingDeadline.map { min($0, deadline) } ?? deadline
      let outcome = ConnectionWatch.wait(socket.descriptor, for: events, wake: wake, until: last)
      if outcome.isReady { return true }
      if outcome.isLate { return false }
      wake.clear()
    }
  }

  /// Serves a request; says whether another one may follow.
  private mutating func serveNext() -> Bool {
    var deadline = ContinuousClock.now + service.limits.idleTime
    var hasBegun = false
    while true {
      let step = parser.next()
      switch step {
      case .head(let head): return serve(head)
      case .refused(let refusal): return refuse(refusal)
      case .body: return false
      case .needsInput: break
      }
      if !hasBegun, !parser.isIdle {
        hasBegun = true
        deadline = .now + service.limits.headTime
      }
      // Nothing is half done between two requests, so that a relay that is stopped ends the connection there.
      if !hasBegun, registry.stoppingDeadline != nil { return end() }
      switch fill(by: deadline, mayStop: !hasBegun) {
      case .filled: break
      case .closed: return end()
      case .late: return hasBegun ? refuse(.timeout) : end()
      }
    }
  }

  private mutating func serve(_ head: RequestHead) -> Bool {
    let beginning = ContinuousClock.now
    switch service.begin(head, from: socket.peer) {
    case .answer(let response):
      let isSmall = head.contentLength <= Self.smallBody && !head.expectsContinue
      guard isSmall, receive(head, limit: Self.smallBody) != nil else {
        return answer(response, route: nil, since: beginning, isLast: true)
      }
      return answer(response, route: nil, since: beginning, isLast: head.isLast)
    case .receive(let pending):
      if pending.account != nil { registry.recognize(socket) }
      guard head.contentLength <= pending.route.greatestBody(service.limits) else { return refuse(.tooLarge) }
      guard registry.reserve(head.contentLength, for: socket.peer) else {
        return answer(Self.busy, route: pending.route, since: beginning, isLast: true)
      }
      defer { registry.release(head.contentLength, for: socket.peer) }
      if head.expectsContinue, !send(HTTPResponse.proceed) { return false }
      guard let body = receive(head, limit: head.contentLength) else { return refuse(.timeout) }
      let patience = ConnectionPatience(socket: socket, wake: wake, registry: registry)
      let response = service.finish(pending, body: body, patience: patience)
      // What is sent is kept in memory for as long as the client takes to fetch it.
      guard registry.reserve(response.body.count, for: socket.peer) else {
        return answer(Self.busy, route: pending.route, since: beginning, isLast: head.isLast)
      }
      defer { registry.release(response.body.count, for: socket.peer) }
      return answer(response, route: pending.route, since: beginning, isLast: head.isLast)
    }
  }

  private static let busy = HTTPResponse(.unavailable, error: "busy", retryAfter: 5)

  /// Receives the body of a request; `nil` when it does not come.
  private mutating func receive(_ head: RequestHead, limit: Int) -> [UInt8]? {
    guard (try? parser.takeBody(limit: limit)) != nil else { return nil }
    let beginning = ContinuousClock.now
    while true {
      if case .body(let body) = parser.next() { return body }
      let deadline = beginning + time(for: parser.size)
      guard fill(by: deadline, mayStop: false) == .filled, deadline > .now else { return nil }
    }
  }

  /// The time in which so many bytes must have come or gone.
  private func time(for size: Int) -> Duration {
    service.limits.bodyTime + .milliseconds(size * 1000 / max(1, service.limits.leastRate))
  }

  /// Takes bytes from the client.
  private mutating func fill(by deadline: ContinuousClock.Instant, mayStop: Bool) -> Filling {
    while true {
      let events: Int16
      switch tls.read(into: &piece) {
      case .moved(let count):
        parser.append(piece[..<count])
        return .filled
      case .needsInput: events = ConnectionWatch.input
      case .needsOutput: events = ConnectionWatch.output
      case .closed, .failed: return .closed
      }
      let stopping = registry.stoppingDeadline
      if mayStop, stopping != nil { return .closed }
      let last = stopping.map { min($0, deadline) } ?? deadline
      let outcome = ConnectionWatch.wait(socket.descriptor, for: events, wake: wake, until: last)
      if outcome.isLate { return .late }
      if outcome.isWoken { wake.clear() }
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    let beginning = ContinuousClock.now
    var rest = bytes[...]
    while !rest.isEmpty {
      let deadline = beginning + time(for: bytes.count - rest.count)
      switch tls.write(rest) {
      case .moved(let count): rest = rest.dropFirst(count)
      case .needsInput: guard isReady(for: ConnectionWatch.input, by: deadline) else { return false }
      case .needsOutput: guard isReady(for: ConnectionWatch.output, by: deadline) else { return false }
      case .closed, .failed: return false
      }
    }
    return true
  }

  private func answer(
    _ response: HTTPResponse, route: Route?, since beginning: ContinuousClock.Instant, isLast: Bool,
    reason: String? = nil
  ) -> Bool {
    let isEnding = isLast || registry.stoppingDeadline != nil
    let isSent = send(response.encoded(at: service.date, isLast: isEnding))
    var event = RelayEvent(.request, at: service.date)
    (event.route, event.status, event.reason) = (route?.name, response.status.rawValue, reason)
    let (seconds, attoseconds) = (ContinuousClock.now - beginning).components
    event.milliseconds = Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    service.note(event)
    guard isEnding || !isSent else { return true }
    return isSent ? end() : false
  }

  private func refuse(_ refusal: HTTPRefusal) -> Bool {
    answer(HTTPResponse(refusal), route: nil, since: .now, isLast: true, reason: refusal.code)
  }

  /// Ends the connection so that the client gets what was sent: closing at once would throw it away when bytes of the
  /// client were not read (RFC 9112, section 9.6).
  ///
  /// What the client still sends is thrown away: twice as much as the largest body at most, until a second after the last
  /// byte, and for no longer than a body may take to begin.
  private func end() -> Bool {
    tls.close()
    socket.stop(Int32(SHUT_WR))
    let deadline = ContinuousClock.now + service.limits.bodyTime
    var rest = 2 * service.limits.attachmentSize
    while rest > 0, registry.stoppingDeadline == nil, case let now = ContinuousClock.now, now < deadline {
      let outcome = ConnectionWatch.wait(
        socket.descriptor, for: ConnectionWatch.input, wake: wake, until: min(deadline, now + .seconds(1)))
      if outcome.isWoken { wake.clear() }
      guard !outcome.isLate, let count = outcome.isReady ? socket.discard() : 0 else { break }
      rest -= count
    }
    return false
  }
}
