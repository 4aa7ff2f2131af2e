public import OmamoriCore

/// What the key encapsulation mechanisms share, with the interface of CryptoKit's type of the same name.
///
/// Has no state; safe to use from any thread.
public enum KEM: Sendable {}

extension KEM {
  /// A shared secret, and the form in which it is sent to the owner of the private key.
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
  public enum Errors: Error, Sendable, Equatable {
    /// The public key is not the one that belongs to the private key.
    case publicKeyMismatchDuringInitialization
    /// The seed does not have the right length.
    case invalidSeed
  }
}

/// A key that finds encapsulated secrets, with the interface of CryptoKit's protocol of the same name.
public protocol KEMPrivateKey: Sendable {
  /// The type of the public key.
  associatedtype PublicKey: KEMPublicKey

  /// Makes a random key.
  ///
  /// - Returns: The key.
  /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
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

/// A key that a secret can be encapsulated to, with the interface of CryptoKit's protocol of the same name.
public protocol KEMPublicKey: Sendable {
  /// Makes a random shared secret and encapsulates it.
  ///
  /// - Returns: The secret and its encapsulated form.
  /// - Throws: `CryptoError.randomnessUnavailable(code:)`, or ``CryptoKitError`` for a key that is of no use.
  func encapsulate() throws -> KEM.EncapsulationResult
}
