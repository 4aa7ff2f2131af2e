#if !canImport(Darwin)
import OmamoriCrypto

/// A thread of its own for a call that waits for the other end of a socket.
enum AgentThread {
  /// Runs `work` on a new thread and waits for it without blocking one.
  ///
  /// - Throws: What `work` throws, and ``KeychainError/backend(code:)`` when there is no thread to be had.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(KeychainError) -> Value
  ) async throws(KeychainError) -> Value {
    let result: Result<Value, KeychainError>
    do throws(CryptoError) {
      result = try await SlowThread.run { Result { () throws(KeychainError) in try work() } }
    } catch {
      throw .backend(code: 0)
    }
    return try result.get()
  }
}
#endif
