#if !canImport(Darwin)
public import OmamoriCore

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
#endif
