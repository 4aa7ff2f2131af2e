#if !canImport(Darwin)
public import OmamoriCore

extension Curve25519.KeyAgreement {
  /// A private key of X25519 (RFC 7748).
  ///
  /// Immutable and safe to share between threads.
  public struct PrivateKey: Sendable {
    let pair: RawKeyPair

    /// Makes a random key.
    public init() { pair = .random(.x25519) }

    /// Reads a key.
    ///
    /// - Parameter rawRepresentation: 32 bytes.
    /// - Throws: ``CryptoKitError/incorrectKeySize`` when there are not 32 bytes.
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      pair = try .reading(.x25519, rawRepresentation)
    }

    /// The public key that belongs to this key.
    public var publicKey: PublicKey { PublicKey(key: pair.publicKey) }

    /// The 32 bytes of the key, a copy that nobody wipes.
    public var rawRepresentation: Data { pair.secret.dataCopy }

    /// Agrees on a secret with the owner of a public key.
    ///
    /// - Parameter publicKeyShare: The public key of the other side.
    /// - Returns: The secret, 32 bytes, to derive keys from.
    /// - Throws: ``CryptoKitError`` when the public key has a small order, so that the secret would be all
    ///   zeros (RFC 7748, section 6.1).
    public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
      try CryptoKitError.translating { () throws(CryptoError) in
        let count = PublicKeyHandle.rawKeySize
        return SharedSecret(try pair.handle.sharedSecret(with: publicKeyShare.key.handle, byteCount: count))
      }
    }
  }

  /// A public key of X25519 (RFC 7748).
  ///
  /// Immutable and safe to share between threads.
  public struct PublicKey: Sendable {
    let key: RawPublicKey

    /// Reads a key.
    ///
    /// - Parameter rawRepresentation: 32 bytes.
    /// - Throws: ``CryptoKitError/incorrectKeySize`` when there are not 32 bytes.
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      key = try .reading(.x25519, rawRepresentation)
    }

    init(key: RawPublicKey) { self.key = key }

    /// The 32 bytes of the key.
    public var rawRepresentation: Data { Data(key.encoded) }
  }
}
#endif
