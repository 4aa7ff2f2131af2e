#if !canImport(Darwin)

/// A private key that agrees on a secret with a public key; the interface of CryptoKit's protocol of the same name.
public protocol DiffieHellmanKeyAgreement: Sendable {
  /// The type of the public key.
  associatedtype PublicKey: Sendable

  /// The public key that belongs to the private one.
  var publicKey: PublicKey { get }

  /// Agrees on a secret.
  ///
  /// - Parameter publicKeyShare: The public key of the other side.
  /// - Returns: The secret, which is no key yet.
  /// - Throws: ``CryptoKitError`` when there is no secret, or one that others know.
  func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret
}
#endif
