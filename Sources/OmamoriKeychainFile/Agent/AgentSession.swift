import OmamoriCore
import OmamoriKeychain

/// One client of an agent, from its first request to its last.
struct AgentSession: Sendable {
  /// The most time of a transaction, during which no other program can write.
  static let transactionLimit = Duration.seconds(30)

  let client: AgentConnection
  let server: AgentServer

  init(_ client: AgentConnection, of server: AgentServer) { (self.client, self.server) = (client, server) }

  /// Answers until the client is gone.
  func run() async {
    do throws(KeychainError) {
      var replies: [AgentReply] = []
      while let request = try await next(after: replies) {
        switch request {
        case .changes: return try await tellChanges()
        case .begin: replies = [await transaction()]
        case .stop:
          try await send(.done)
          return server.stop()
        default: replies = await self.replies(to: request)
        }
      }
    } catch {
      // because a client that breaks the rules may not listen any more either
      try? await send(.failure(error))
    }
  }

  private func send(_ reply: AgentReply) async throws(KeychainError) {
    try await OwnThread.run { [client] () throws(KeychainError) in try client.send(reply.message) }
  }

  /// Sends replies and waits for the next request.
  private func next(after replies: [AgentReply]) async throws(KeychainError) -> AgentRequest? {
    try await OwnThread.run { [client] () throws(KeychainError) in
      for reply in replies { try client.send(reply.message) }
      guard let message = try client.receive(patience: AgentServer.patience) else { return nil }
      return try AgentRequest(decoding: message) { RemoteAuthenticator(kind: $0, client: client) }
    }
  }

  private func replies(to request: AgentRequest) async -> [AgentReply] {
    let (store, backend) = (server.store, server.store.backend)
    do throws(KeychainError) {
      switch request {
      case .put, .find, .update, .remove: server.noteUse()
      default: break
      }
      switch request {
      case .status: return [.status(await status())]
      case .unlock(let credential, let isMissingRecordAccepted):
        server.noteUse()
        try await server.unlocking.pass(client) { () async throws(KeychainError) in
          try await store.unlock(try credential.credential(), isMissingRecordAccepted)
        }
        return [.done]
      case .lock(let isComplete):
        await server.lock(isComplete: isComplete)
        return [.done]
      case .put(let item, let condition, let access):
        return [
          .item(
            try await proving(access) { () async throws(KeychainError) in
              try await backend.put(item, if: condition, access: access)
            })
        ]
      case .find(let query, let withSecrets, let access):
        return AgentReply.batches(
          of: try await proving(access) { () async throws(KeychainError) in
            try await backend.find(query, withSecrets: withSecrets, access: access)
          })
      case .update(let query, let changes, let access):
        return [
          .count(
            try await proving(access) { () async throws(KeychainError) in
              try await backend.update(query, changes, access: access)
            })
        ]
      case .remove(let query): return [.count(try await backend.remove(query))]
      case .stop, .begin, .commit, .rollback, .changes, .answer: throw KeychainError.corrupt(.agent)
      }
    } catch {
      return [.failure(error)]
    }
  }

  /// Does what a client asks for, one client after the other when it brings a password, which takes memory and time.
  private func proving<Value: Sendable>(
    _ access: ItemAccess, _ body: () async throws(KeychainError) -> Value
  ) async throws(KeychainError) -> Value {
    guard access.passphrase != nil || access.applicationPassword != nil else { return try await body() }
    return try await server.proving.pass(client, body)
  }

  private func status() async -> AgentStatus {
    let file = server.store.backend as? KeychainFile
    return AgentStatus(
      processIdentifier: AgentProcess.identifier, started: server.started, keychain: server.store.path,
      lockState: await server.store.backend.lockState(), capabilities: server.store.backend.capabilities,
      defaultAccessGroup: server.store.backend.defaultAccessGroup,
      idleLimit: Int(server.idleLimit?.components.seconds ?? 0), clients: server.clientCount,
      hasUnrecordedState: file?.hasUnrecordedState == true,
      witness: file?.options.anchors.lazy.compactMap { ($0 as? WitnessFile)?.path }.first)
  }
}

// MARK: - Transactions and changes

extension AgentSession {
  /// Carries out the requests up to the end of the transaction; a client that is gone or slow undoes it.
  private func transaction() async -> AgentReply {
    server.noteUse()
    let isUndone = Protected(false)
    do throws(KeychainError) {
      server.note(client, isWriting: true)
      defer { server.note(client, isWriting: false) }
      try await server.store.backend.transaction { [client] transaction throws(KeychainError) in
        try client.send(AgentReply.done.message)
        let end = ContinuousClock.now + Self.transactionLimit
        while let message = try client.receive(
          patience: min(.seconds(10), ContinuousClock.now.duration(to: end)))
        {
          let request = try AgentRequest(decoding: message)
          if case .commit = request { return }
          if case .rollback = request {
            isUndone.withLock { $0 = true }
            throw .cancelled
          }
          for reply in Self.replies(to: request, in: transaction) { try client.send(reply.message) }
        }
        throw .unavailable(.agent)
      }
      return .done
    } catch {
      return isUndone.current ? .done : .failure(error)
    }
  }

  private static func replies(
    to request: AgentRequest, in transaction: any KeychainTransaction
  ) -> [AgentReply] {
    do throws(KeychainError) {
      switch request {
      case .put(let item, let condition, _): return [.item(try transaction.put(item, if: condition))]
      case .find(let query, let withSecrets, _):
        return AgentReply.batches(of: try transaction.find(query, withSecrets: withSecrets))
      case .update(let query, let changes, _): return [.count(try transaction.update(query, changes))]
      case .remove(let query): return [.count(try transaction.remove(query))]
      default: throw KeychainError.corrupt(.agent)
      }
    } catch {
      return [.failure(error)]
    }
  }

  /// Tells changes until the client is gone.
  private func tellChanges() async throws(KeychainError) {
    try server.beginListening()
    defer { server.endListening() }
    let changes = try server.store.backend.changes()
    try await send(.done)
    await withTaskGroup { group in
      group.addTask {
        for await change in changes {
          // because a client that is gone needs no more changes
          guard (try? await send(.change(change))) != nil else { return }
        }
      }
      group.addTask {
        // because without a thread the client is told nothing any more, which it notices
        try? await OwnThread.run { [client] () throws(KeychainError) in client.waitForEnd() }
      }
      await group.next()
      client.end()
      group.cancelAll()
    }
  }
}

/// The subscriptions to changes that an agent has not confirmed yet.
///
/// What a client does after it subscribed has to be among the changes, so its requests wait for the confirmation; nothing
/// else does. Safe to use from any thread.
final class AgentSubscriptions: Sendable {
  private let pending = Protected<[Int: Task<Void, Never>]>([:])

  /// Begins to receive changes on a connection on which they were asked for.
  ///
  /// - Parameters:
  ///   - call: The connection.
  ///   - sink: Where the changes go; it ends with the connection.
  func receive(from call: AgentCall, into sink: AsyncStream<KeychainChange>.Continuation) {
    sink.onTermination = { _ in call.agent.end() }
    pending.withLock { pending in
      let number = (pending.keys.max() ?? 0) + 1
      pending[number] = Task {
        var isConfirmed = true
        do throws(KeychainError) {
          try await OwnThread.run { () throws(KeychainError) in try call.awaitConfirmation() }
        } catch {
          isConfirmed = false
        }
        _ = self.pending.withLock { $0.removeValue(forKey: number) }
        guard isConfirmed else { return Self.end(sink) }
        Task {
          // because the end of the connection, however it comes, is the end of the sequence
          try? await OwnThread.run { () throws(KeychainError) in try call.receiveChanges(into: sink) }
          Self.end(sink)
        }
      }
    }
  }

  /// Waits until all subscriptions are confirmed.
  func settle() async {
    for task in pending.withLock({ Array($0.values) }) { await task.value }
  }

  private static func end(_ sink: AsyncStream<KeychainChange>.Continuation) {
    sink.yield(KeychainChange(.unknown, nil))
    sink.finish()
  }
}

extension AgentCall {
  /// Waits until the agent tells changes.
  fileprivate func awaitConfirmation() throws(KeychainError) {
    guard let message = try agent.receive(patience: .seconds(10)) else { throw .unavailable(.agent) }
    switch try AgentReply(decoding: message) {
    case .done: return
    case .failure(let error): throw error
    default: throw KeychainError.corrupt(.agent)
    }
  }

  /// Receives changes until the connection ends.
  fileprivate func receiveChanges(into sink: AsyncStream<KeychainChange>.Continuation) throws(KeychainError) {
    while let message = try agent.receive(patience: .seconds(31_536_000)) {
      guard case .change(let change) = try AgentReply(decoding: message) else { return }
      if case .dropped = sink.yield(change) { sink.yield(KeychainChange(.unknown, nil)) }
    }
  }
}
