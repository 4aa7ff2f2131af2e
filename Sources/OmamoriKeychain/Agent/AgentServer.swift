#if !canImport(Darwin)
public import OmamoriCore

/// Holds an open keychain and serves it to the other programs of the same user, so that one unlocking is enough.
///
/// It listens at a socket that nobody but the user can reach (folder 0700, socket 0600) and asks the kernel who is at the
/// other end. Every program of the user is served: the agent protects the keys, not one program of a user from another.
/// Messages and waiting times are bounded, and a client that sends half a message and waits loses its connection. Safe to
/// use from any thread; all waiting happens on threads of its own.
public final class AgentServer: Sendable {
  /// The most clients at a time; more wait.
  public static let greatestClients = 64
  /// The most clients at a time that are told changes, so that there is room for requests.
  public static let greatestListeners = 16
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
  public let idleLimit: Duration?
  /// When the agent was started.
  public let started = Date()
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
  public func run() async {
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
  /// - Throws: ``KeychainError/busy`` when too many are already.
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
  public func stop() {
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
#endif
