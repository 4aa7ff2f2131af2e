#if !canImport(Darwin)
public import OmamoriCore

/// What the key encapsulation mechanisms share, with the interface of CryptoKit's type of the same name.
///
/// Has no state; safe to use from any thread.
public enum KEM: Sendable {}

extension KEM {
  /// A shared secret, and the form in which it is sent to the owner of the private key.
  ///
  /// A value; safe to share between threads.
  public struct EncapsulationResult: Sendable {
    /// The secret that both sides have.
    public let sharedSecret: SymmetricKey
    /// What the other side needs to find the secret; not secret itself.
    public let encapsulated: Data

    /// Makes a result of its parts.
    ///
    /// - Parameters:
    ///   - sharedSecret: The secret that both sides have.
    ///   - encapsulated: What the other side needs to find the secret.
    public init(sharedSecret: SymmetricKey, encapsulated: Data) {
      self.sharedSecret = sharedSecret
      self.encapsulated = encapsulated
    }
  }
}

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
