#if !canImport(Darwin)
import OmamoriCrypto

extension SlowThread {
  /// Runs work of the keychain on a thread of its own and waits for it without blocking one.
  ///
  /// - Throws: What `work` throws, and ``KeychainError/backend(code:)`` when there is no thread to be had.
  static func keychain<Value: Sendable>(
    _ work: @escaping @Sendable () throws(KeychainError) -> Value
  ) async throws(KeychainError) -> Value {
    let result: Result<Value, KeychainError>
    do throws(CryptoError) {
      result = try await run { () throws(CryptoError) in Result { () throws(KeychainError) in try work() } }
    } catch {
      throw .backend(code: 11)
    }
    return try result.get()
  }
}
#endif
