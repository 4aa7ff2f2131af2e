#if !canImport(Darwin)

/// A private key for a mechanism that is not Diffie-Hellman and that can be made at random; CryptoKit's interface.
public protocol HPKEKEMPrivateKeyGeneration: HPKEKEMPrivateKey {
  /// Makes a random key.
  ///
  /// - Throws: ``CryptoError/randomnessUnavailable(code:)``.
  init() throws
}
#endif
