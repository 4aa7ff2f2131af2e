#if !canImport(Darwin)

extension KEM {
  /// What is wrong with a private key that is read; the cases of CryptoKit's type of the same name.
  ///
  /// A value; safe to share between threads.
  public enum Errors: Error, Sendable, Equatable {
    /// The public key is not the one that belongs to the private key.
    case publicKeyMismatchDuringInitialization
    /// The seed does not have the right length.
    case invalidSeed
  }
}
#endif
