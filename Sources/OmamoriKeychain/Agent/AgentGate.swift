#if !canImport(Darwin)
import OmamoriCore

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
  /// - Throws: ``KeychainError/busy`` when too many wait already, and what `body` throws.
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
#endif
