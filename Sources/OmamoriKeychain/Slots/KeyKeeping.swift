#if !canImport(Darwin)
import OmamoriCrypto

/// A service that keeps a key under a name, such as the desktop's Secret Service.
///
/// Calls stand still on the calling thread until the service answers. Safe to use from any thread.
protocol KeyKeeping: Sendable {
  /// Keeps a key of 32 bytes under a name that is new.
  ///
  /// - Throws: ``KeychainError/unavailable(_:)``, ``KeychainError/locked``.
  func keep(_ key: SymmetricKey, named name: String) throws(KeychainError)

  /// The key that is kept under a name; `nil` when there is none.
  ///
  /// - Throws: ``KeychainError/unavailable(_:)``, ``KeychainError/locked``, ``KeychainError/cancelled``.
  func key(named name: String) throws(KeychainError) -> SymmetricKey?

  /// Forgets the key of a name, if there is one.
  ///
  /// - Throws: ``KeychainError/unavailable(_:)``, ``KeychainError/locked``.
  func forget(named name: String) throws(KeychainError)
}
#endif
