import OmamoriCrypto

extension SlowThread {
  /// Does work of the keychain on a thread of its own.
  ///
  /// - Parameter work: What may block.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and ``KeychainError/backend(code:)`` when there is no thread.
  static func keychain<Value: Sendable>(
    _ work: @escaping @Sendable () throws(KeychainError) -> Value
  ) async throws(KeychainError) -> Value {
    let result: Result<Value, KeychainError>
    do throws(CryptoError) {
      result = try await run { Result { () throws(KeychainError) in try work() } }
    } catch {
      throw KeychainError(error, at: .store)
    }
    return try result.get()
  }
}
