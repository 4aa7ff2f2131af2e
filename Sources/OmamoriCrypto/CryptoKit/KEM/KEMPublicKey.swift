#if !canImport(Darwin)

/// A key that a secret can be encapsulated to, with the interface of CryptoKit's protocol of the same name.
public protocol KEMPublicKey: Sendable {
  /// Makes a random shared secret and encapsulates it.
  ///
  /// - Returns: The secret and its encapsulated form.
  /// - Throws: ``CryptoError/randomnessUnavailable(code:)``, or ``CryptoKitError`` for a key that is of no use.
  func encapsulate() throws -> KEM.EncapsulationResult
}
#endif
