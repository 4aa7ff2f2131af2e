import CProcess
import Glibc
package import OmamoriCore
package import OmamoriKeychain

/// One end of a connection between an agent and a client: messages with their length in front.
///
/// Its calls block; one thread reads and one writes at a time. Ending it from any thread wakes them.
package final class AgentConnection: Sendable {
  /// The most bytes of a message.
  package static let greatestMessage = 4 << 20

  private let socket: Int32

  /// Takes over a connected socket.
  init(_ socket: Int32) { self.socket = socket }

  deinit { close(socket) }

  /// Connects to an agent.
  ///
  /// - Throws: `KeychainError.unavailable(_:)` when nobody listens, `KeychainError.busy` when too many wait already,
  ///   `KeychainError.insecurePermissions(_:)` when the folder or the listener is not the user's.
  package convenience init(to location: AgentSocket) throws(KeychainError) {
    let folder = try AgentFolder.open(location, isMade: false)
    let socket = UnixSocket.open()
    guard socket >= 0 else { throw .file(.agent, code: errno) }
    self.init(socket)
    guard UnixSocket.connect(socket, folder.socketPath) == 0 else {
      switch errno {
      case ENOENT, ECONNREFUSED: throw .unavailable(.agent)
      case EAGAIN, EINPROGRESS: throw .busy
      default: throw .file(.agent, code: errno)
      }
    }
    guard isOurs else { throw .insecurePermissions(.agent) }
  }

  /// Whether the other end belongs to the user of this process.
  package var isOurs: Bool { omamori_process_peer_user(socket) == Int(geteuid()) }

  /// Wakes everybody who waits for the other end, and lets nothing through any more.
  package func end() { _ = shutdown(socket, Int32(SHUT_RDWR)) }

  /// Whether the other end is gone.
  var isGone: Bool {
    var byte: UInt8 = 0
    // because one byte is read into one byte that outlives the call
    return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  /// Waits until the other end is gone.
  func waitForEnd() {
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    // because poll is told of exactly the one entry
    while unsafe poll(&entry, 1, -1) < 0, errno == EINTR {}
  }

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - limit: How long the other end may take to read it.
  /// - Throws: `KeychainError.tooLarge(limit:)`, `KeychainError.unavailable(_:)` when the other end is gone or slow.
  package func send(
    _ message: borrowing SecretBytes, within limit: Duration = .seconds(10)
  ) throws(KeychainError) {
    guard message.count <= Self.greatestMessage else { throw .tooLarge(limit: Self.greatestMessage) }
    let deadline = ContinuousClock.now + limit
    let length = SecretBytes(count: 4) { bytes in
      bytes.storeBytes(of: UInt32(message.count).bigEndian, as: UInt32.self)
    }
    try write(length.bytes, before: deadline)
    try write(message.bytes, before: deadline)
  }

  /// Receives a message into memory that is wiped.
  ///
  /// - Parameters:
  ///   - patience: How long the other end may take to begin.
  ///   - limit: How long it may take from the first byte to the last.
  /// - Returns: The message, or `nil` when the other end is gone or did not begin.
  /// - Throws: `KeychainError.corrupt(_:)` for a length that no message has, `KeychainError.unavailable(_:)` for a
  ///   message that is cut off or does not arrive in time.
  package func receive(
    patience: Duration, within limit: Duration = .seconds(10)
  ) throws(KeychainError) -> SharedSecretBytes? {
    guard wait(for: POLLIN, until: .now + patience) else { return nil }
    let deadline = ContinuousClock.now + limit
    var count = 0
    let length = SecretBytes(count: 4) { bytes in count = read(into: &bytes, before: deadline) }
    guard count > 0 else { return nil }
    guard count == 4 else { throw .unavailable(.agent) }
    // because there are four bytes, and any bits are a number
    let size = Int(UInt32(bigEndian: unsafe length.bytes.unsafeLoad(as: UInt32.self)))
    guard 1...Self.greatestMessage ~= size else { throw .corrupt(.agent) }
    let message = SecretBytes(count: size) { bytes in count = read(into: &bytes, before: deadline) }
    guard count == size else { throw .unavailable(.agent) }
    return SharedSecretBytes(message)
  }

  /// Waits for the socket; `false` when the time is over.
  private func wait(for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { return false }
      var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
      // because poll is told of exactly the one entry
      let count = unsafe poll(&entry, 1, Int32(min(left.rounded(.up), 3_600_000)))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }

  /// Fills `bytes`; gives how many arrived before the other end was gone or the time was over.
  private func read(into bytes: inout MutableRawSpan, before deadline: ContinuousClock.Instant) -> Int {
    // because the buffer stays inside the closure
    unsafe bytes.withUnsafeMutableBytes { buffer in
      var filled = 0
      while filled < buffer.count, wait(for: POLLIN, until: deadline) {
        // because it lies in the buffer
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        // because at most the rest is written
        let count = unsafe recv(socket, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT))
        if count > 0 { filled += count }
        if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { break }
      }
      return filled
    }
  }

  private func write(_ bytes: RawSpan, before deadline: ContinuousClock.Instant) throws(KeychainError) {
    // because the buffer stays inside the closure
    let isWritten = unsafe bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count, wait(for: POLLOUT, until: deadline) {
        // because it lies in the buffer
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        // because exactly the rest is read
        let count = unsafe Glibc.send(socket, rest.baseAddress, rest.count, flags)
        if count > 0 { sent += count }
        if count < 0, errno != EINTR, errno != EAGAIN { break }
      }
      return sent == buffer.count
    }
    guard isWritten else { throw .unavailable(.agent) }
  }
}

/// A connection to an agent, at the side of the client, whose calls block.
struct AgentCall: Sendable {
  /// How long an agent may work on one request; slow slots and a busy store are within it.
  private static let patience = Duration.seconds(60)
  /// The most bytes of all the items of one answer.
  private static let greatestAnswer = 1 << 30

  let agent: AgentConnection

  /// Connects to the agent.
  ///
  /// - Throws: `KeychainError.unavailable(_:)` when nobody listens, `KeychainError.busy` when too many wait already,
  ///   `KeychainError.insecurePermissions(_:)` when the folder or the listener is not the user's.
  init(_ location: AgentSocket) throws(KeychainError) {
    agent = try AgentConnection(to: location)
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Returns: The answer, with all of the items; never a failure.
  /// - Throws: What the agent answered, `KeychainError.unavailable(_:)` when it is gone, and `KeychainError.busy` when
  ///   it does not answer for a minute.
  func ask(_ request: AgentRequest) throws(KeychainError) -> AgentReply {
    try agent.send(request.message)
    var (items, size): ([KeychainItem], Int) = ([], 0)
    while let message = try agent.receive(patience: Self.patience) {
      size += message.count
      guard size <= Self.greatestAnswer else { throw .tooLarge(limit: Self.greatestAnswer) }
      switch try AgentReply(decoding: message) {
      case .failure(let error): throw error
      case .items(let more, let isLast):
        items += more
        if isLast { return .items(items, isLast: true) }
      case let reply: return reply
      }
    }
    throw agent.isGone ? .unavailable(.agent) : .busy
  }

  /// Sends a request that is answered without a value.
  func perform(_ request: AgentRequest) throws(KeychainError) {
    guard case .done = try ask(request) else { throw KeychainError.corrupt(.agent) }
  }
}
