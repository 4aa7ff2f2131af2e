import Glibc
import OmamoriAuth
import OmamoriCore

/// Waits on a thread of its own for the callback: few connections, each with a deadline and a bound.
struct LoopbackLoop {
  /// The most connections at a time; the oldest makes room.
  static let greatestConnectionCount = 16
  /// How long a client may take for its request.
  static let patience = Duration.seconds(5)

  private struct Client {
    let socket: LoopbackSocket
    let deadline: ContinuousClock.Instant
    var bytes: [UInt8] = []
    /// Whether it was answered and only has to hang up.
    var isAnswered = false
  }

  let listener: LoopbackSocket
  let wake: WakeEvent
  let head: LoopbackHead
  let origin: String
  let language: Language
  let deadline: ContinuousClock.Instant
  /// Whether a URL is the callback that is waited for.
  let isExpected: @Sendable (SecretText) -> Bool
  private var clients: [Client] = []

  init(
    listener: LoopbackSocket, wake: WakeEvent, head: LoopbackHead, origin: String, language: Language,
    deadline: ContinuousClock.Instant, isExpected: @escaping @Sendable (SecretText) -> Bool
  ) {
    (self.listener, self.wake, self.head) = (listener, wake, head)
    (self.origin, self.language, self.deadline) = (origin, language, deadline)
    self.isExpected = isExpected
  }

  /// Waits for the callback.
  mutating func run() -> Result<SecretText, AuthError> {
    defer { listener.stop() }
    while true {
      let now = ContinuousClock.now
      guard now < deadline else { return .failure(.timedOut) }
      clients.removeAll { $0.deadline <= now }
      var entries = [wake.descriptor, listener.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      entries += clients.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
      let next = clients.map(\.deadline).min().map { min($0, deadline) } ?? deadline
      // because poll is told of exactly the entries of the array
      let count = unsafe poll(&entries, nfds_t(entries.count), Self.milliseconds(from: now, to: next))
      guard count >= 0 || errno == EINTR else { return .failure(.system(code: errno)) }
      guard count > 0 else { continue }
      if entries[0].revents != 0 { return .failure(.cancelled) }
      let ready = Set(entries.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
      if let callback = serve(ready) { return .success(callback) }
      if entries[1].revents != 0 { greet() }
    }
  }

  private mutating func greet() {
    // Not the time of the loop, which has waited since: a person takes longer than a client may.
    let now = ContinuousClock.now
    for count in 0..<Self.greatestConnectionCount {
      guard let socket = listener.accept() else {
        // Without descriptors left the next client stays where it is, and asking again at once would not help.
        if count == 0 { usleep(20_000) }
        return
      }
      if clients.count >= Self.greatestConnectionCount { clients.removeFirst() }
      clients.append(Client(socket: socket, deadline: now + Self.patience))
    }
  }

  /// Reads from the clients that have sent something; gives the callback.
  private mutating func serve(_ ready: Set<Int32>) -> SecretText? {
    for index in clients.indices.reversed() where ready.contains(clients[index].socket.descriptor) {
      guard let bytes = clients[index].socket.receive() else { continue }
      guard !bytes.isEmpty else {
        clients.remove(at: index)
        continue
      }
      guard !clients[index].isAnswered else { continue }
      clients[index].bytes += bytes
      switch head.judge(clients[index].bytes) {
      case .incomplete: break
      case .refused(let status): answer(index, LoopbackPage.refused(status))
      case .callback(let target):
        let callback = SecretText(copying: origin + target)
        guard isExpected(callback) else {
          answer(index, LoopbackPage.foreign(language))
          continue
        }
        answer(index, LoopbackPage.received(language))
        return callback
      }
    }
    return nil
  }

  /// The connection stays open until the client hangs up or its time is over, so that the answer is not lost with it.
  private mutating func answer(_ index: Int, _ bytes: [UInt8]) {
    clients[index].socket.finish(with: bytes)
    clients[index].isAnswered = true
    clients[index].bytes = []
  }

  private static func milliseconds(
    from now: ContinuousClock.Instant, to end: ContinuousClock.Instant
  ) -> Int32 {
    let (seconds, attoseconds) = now.duration(to: end).components
    // Rounded up, so that the end has come when the call returns.
    return Int32(clamping: min(max(seconds, 0), 86_400) * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
