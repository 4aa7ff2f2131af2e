#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// Hardware that seals a key so that only itself opens it again.
///
/// Calls stand still on the calling thread until the hardware answers. Safe to use from any thread.
protocol KeySealing: Sendable {
  /// Seals a key of 32 bytes.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - pin: What the hardware is to ask for, counting wrong answers; `nil` for nothing.
  /// - Returns: At most 2048 bytes.
  /// - Throws: ``KeychainError/unavailable(_:)``, ``KeychainError/backend(code:)``.
  func seal(_ key: SymmetricKey, pin: Password?) throws(KeychainError) -> [UInt8]

  /// Opens what ``seal(_:pin:)`` gave.
  ///
  /// - Parameters:
  ///   - sealed: The bytes.
  ///   - pin: What it was sealed with.
  /// - Returns: The key.
  /// - Throws: ``KeychainError/wrongCredential``, ``KeychainError/lockedOut(seconds:)``,
  ///   ``KeychainError/invalidated`` when other hardware sealed it, ``KeychainError/unavailable(_:)``.
  func unseal(_ sealed: [UInt8], pin: Password?) throws(KeychainError) -> SymmetricKey
}
#endif
