import Glibc
package import OmamoriCore
package import OmamoriKeychain

/// Holds an open keychain and serves it to the other programs of the same user, so that one unlocking is enough.
///
/// It listens at a socket that nobody but the user can reach (folder 0700, socket 0600) and asks the kernel who is at the
/// other end. Every program of the user is served: the agent protects the keys, not one program of a user from another.
/// Messages and waiting times are bounded, and a client that sends half a message and waits loses its connection. Safe to
/// use from any thread; all waiting happens on threads of its own.
package final class AgentServer: Sendable {
  /// The most clients at a time; more wait.
  package static let greatestClients = 64
  /// The most clients at a time that are told changes, so that there is room for requests.
  package static let greatestListeners = 16
  /// How long a client may be connected without asking for anything.
  static let patience = Duration.seconds(5)

  struct State {
    var clients: [ObjectIdentifier: AgentConnection] = [:]
    /// The clients with an open transaction.
    var writers: [ObjectIdentifier: AgentConnection] = [:]
    /// How many clients are told changes.
    var listeners = 0
    var lastUse = ContinuousClock.now
    var isStopped = false
  }

  let store: AgentStore
  /// After how long without use the store is locked; `nil` for never.
  package let idleLimit: Duration?
  /// When the agent was started.
  package let started = Date()
  /// Where clients wait that unlock the store.
  let unlocking = AgentGate()
  /// Where clients wait that prove something which has to be calculated.
  let proving = AgentGate()
  private let listener: AgentListener
  private let state = Protected(State())

  /// Begins to listen; `nil` when another agent of the user does already.
  init?(serving store: AgentStore, at socket: AgentSocket, idleLimit: Duration?) throws(KeychainError) {
    guard let listener = try AgentListener(at: socket) else { return nil }
    (self.store, self.listener, self.idleLimit) = (store, listener, idleLimit)
  }

  /// Serves until ``stop()`` is called or the task is cancelled; then the store is locked and the socket is gone.
  package func run() async {
    let (clients, arrivals) = AsyncStream<AgentConnection>.makeStream()
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.accept(arrivals) }
        let watch = Task { await self.lockWhenIdle() }
        for await client in clients {
          group.addTask {
            await AgentSession(client, of: self).run()
            self.leave(client)
          }
        }
        watch.cancel()
      }
    } onCancel: {
      stop()
    }
    listener.end()
    await lock(isComplete: true)
  }

  /// Locks the store; transactions that are open are undone, since their keys would live as long as they do otherwise.
  func lock(isComplete: Bool) async {
    for client in state.withLock({ Array($0.writers.values) }) { client.end() }
    await store.lock(isComplete)
  }

  /// Notes that a client has an open transaction, or has none any more.
  func note(_ client: AgentConnection, isWriting: Bool) {
    state.withLock { $0.writers[ObjectIdentifier(client)] = isWriting ? client : nil }
  }

  /// Lets a client be told changes; ``endListening()`` must follow.
  ///
  /// - Throws: `KeychainError.busy` when too many are already.
  func beginListening() throws(KeychainError) {
    let isLetIn = state.withLock { state in
      guard state.listeners < Self.greatestListeners else { return false }
      state.listeners += 1
      return true
    }
    guard isLetIn else { throw .busy }
  }

  /// Notes that a client is told changes no more.
  func endListening() { state.withLock { $0.listeners -= 1 } }

  /// Ends all connections and lets ``run()`` return.
  package func stop() {
    let clients = state.withLock { state in
      state.isStopped = true
      return Array(state.clients.values)
    }
    for client in clients { client.end() }
    listener.wake()
  }

  /// How many clients are connected.
  var clientCount: Int { state.withLock { $0.clients.count } }

  /// Notes that the items are used.
  func noteUse() { state.withLock { $0.lastUse = .now } }

  private func accept(_ arrivals: AsyncStream<AgentConnection>.Continuation) async {
    // because there is nobody to tell that no thread could be had; the agent then ends
    try? await OwnThread.run { () throws(KeychainError) in
      while true {
        let (isStopped, count) = self.state.withLock { ($0.isStopped, $0.clients.count) }
        if isStopped { return }
        guard let client = self.listener.next(isFull: count >= Self.greatestClients) else { continue }
        guard self.enter(client) else { return }
        arrivals.yield(client)
      }
    }
    arrivals.finish()
  }

  private func enter(_ client: AgentConnection) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.clients[ObjectIdentifier(client)] = client
      return true
    }
  }

  private func leave(_ client: AgentConnection) {
    client.end()
    state.withLock { _ = $0.clients.removeValue(forKey: ObjectIdentifier(client)) }
    listener.wake()
  }

  /// Locks the store whenever nobody has used it for the time; ends with its task.
  private func lockWhenIdle() async {
    guard let idleLimit else { return }
    while !Task.isCancelled {
      let due = state.withLock { $0.lastUse } + idleLimit
      if due <= .now {
        await lock(isComplete: true)
        noteUse()
      } else {
        // because a sleep ends early only with its task
        try? await Task.sleep(until: due, clock: .continuous)
      }
    }
  }
}

/// Lets one client after the other do what takes much memory and time, such as calculating with a passphrase.
///
/// Safe to use from any thread; waiting blocks none.
final class AgentGate: Sendable {
  /// The most clients, the one that is let through included.
  static let greatestCount = 16

  private let turn = SerialGate()
  private let count = Protected(0)

  /// Waits until it is the client's turn.
  ///
  /// - Parameters:
  ///   - client: Who waits; when it is gone meanwhile nothing is done for it.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: `KeychainError.busy` when too many wait already, and what `body` throws.
  func pass<Value: Sendable>(
    _ client: AgentConnection, _ body: () async throws(KeychainError) -> Value
  ) async throws(KeychainError) -> Value {
    let isLetIn = count.withLock { count in
      guard count < Self.greatestCount else { return false }
      count += 1
      return true
    }
    guard isLetIn else { throw .busy }
    defer { count.withLock { $0 -= 1 } }
    await turn.enter()
    defer { turn.leave() }
    guard !client.isGone else { throw .unavailable(.agent) }
    return try await body()
  }
}

/// The socket that an agent listens at, the only one of its folder.
package final class AgentListener: Sendable {
  private let folder: AgentFolder
  private let place: Int32
  private let socket: Int32
  private let isClosed = Protected(false)
  private let wakeRead: Int32
  private let wakeWrite: Int32

  /// Listens; `nil` when another agent does already.
  ///
  /// A socket that an agent left behind when it was killed is replaced.
  package init?(at location: AgentSocket) throws(KeychainError) {
    let folder = try AgentFolder.open(location, isMade: true)
    guard let place = try folder.takePlace() else { return nil }
    var ends: [Int32] = [-1, -1]
    // because pipe fills exactly the two elements of the array
    let socket = unsafe pipe(&ends) == 0 ? UnixSocket.open() : -1
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (self.folder, self.place, self.socket) = (folder, place, socket)
    (wakeRead, wakeWrite) = (ends[0], ends[1])
    guard socket >= 0 else { throw .file(.agent, code: errno) }
    folder.removeSocket()
    guard UnixSocket.bind(socket, folder.socketPath) == 0, listen(socket, 64) == 0 else {
      throw .file(.agent, code: errno)
    }
    // The folder keeps others away in between. because the name is a string that outlives the call
    guard unsafe chmod(folder.socketPath, 0o600) == 0 else { throw .file(.agent, code: errno) }
    for descriptor in [socket, wakeRead] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    end()
    for descriptor in [wakeRead, wakeWrite] where descriptor >= 0 { close(descriptor) }
  }

  /// Gives the place up, so that clients are refused and another agent can take it; not while somebody waits for a client.
  package func end() {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    if socket >= 0 { close(socket) }
    folder.removeSocket()
    close(place)
  }

  /// Makes ``next(isFull:)`` return.
  package func wake() {
    var byte: UInt8 = 0
    // because one byte is read from one byte that outlives the call
    _ = unsafe write(wakeWrite, &byte, 1)
  }

  /// Waits for a client.
  ///
  /// - Parameter isFull: Whether to leave clients waiting and only wait to be woken.
  /// - Returns: The client, or `nil` when it is gone again, is not the user's, or ``wake()`` was called.
  package func next(isFull: Bool) -> AgentConnection? {
    var waiting = [pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0)]
    if !isFull { waiting.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
    // because poll is told of exactly the entries of the array
    guard unsafe poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return nil }
    if waiting[0].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 256)
      // because at most the array's own size is written into it
      _ = unsafe read(wakeRead, &bytes, bytes.count)
    }
    guard waiting.last?.fd == socket, waiting.last?.revents != 0 else { return nil }
    let client = accept(socket, nil, nil)
    guard client >= 0 else {
      // Too many open files: others have to be closed first.
      if errno == EMFILE || errno == ENFILE { usleep(50_000) }
      return nil
    }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    let connection = AgentConnection(client)
    return connection.isOurs ? connection : nil
  }
}
