import OmamoriCrypto

/// A thread of its own for what may wait for a disk.
enum LogThread {
  /// Runs `work` on a new thread and waits for it without blocking one.
  ///
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and ``AuditLogError/cryptography(_:)`` when there is no thread to be had.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(AuditLogError) -> Value
  ) async throws(AuditLogError) -> Value {
    let result: Result<Value, AuditLogError>
    do throws(CryptoError) {
      result = try await SlowThread.run { Result { () throws(AuditLogError) in try work() } }
    } catch {
      throw .cryptography(error)
    }
    return try result.get()
  }
}
