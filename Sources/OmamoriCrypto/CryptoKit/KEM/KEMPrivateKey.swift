#if !canImport(Darwin)
public import OmamoriCore

/// A key that finds encapsulated secrets, with the interface of CryptoKit's protocol of the same name.
public protocol KEMPrivateKey: Sendable {
  /// The type of the public key.
  associatedtype PublicKey: KEMPublicKey

  /// Makes a random key.
  ///
  /// - Returns: The key.
  /// - Throws: ``CryptoError/randomnessUnavailable(code:)``.
  static func generate() throws -> Self

  /// Finds the secret of an encapsulated key.
  ///
  /// - Parameter encapsulated: What ``KEMPublicKey/encapsulate()`` gave.
  /// - Returns: The shared secret; of a key that was changed some mechanisms give a wrong one instead of an error.
  /// - Throws: ``CryptoKitError`` for a wrong length.
  func decapsulate(_ encapsulated: Data) throws -> SymmetricKey

  /// The public key that belongs to the private one.
  var publicKey: PublicKey { get }
}
#endif
