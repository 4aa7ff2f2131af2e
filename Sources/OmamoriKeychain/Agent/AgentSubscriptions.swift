#if !canImport(Darwin)
import OmamoriCore

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
#endif
