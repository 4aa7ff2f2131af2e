public import OmamoriCore

/// Key agreement (X25519, RFC 7748) and signatures (Ed25519, RFC 8032) on Curve25519.
public enum Curve25519: Sendable {
  /// Key agreement: X25519 (RFC 7748).
  public enum KeyAgreement: Sendable {}

  /// Signatures: Ed25519 (RFC 8032).
  public enum Signing: Sendable {}
}

extension Curve25519.KeyAgreement {
  /// A private key of X25519 (RFC 7748).
  ///
  /// Immutable and safe to share between threads.
  public struct PrivateKey: Sendable {
    package let pair: RawKeyPair

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
    package let key: RawPublicKey

    /// Reads a key.
    ///
    /// - Parameter rawRepresentation: 32 bytes.
    /// - Throws: ``CryptoKitError/incorrectKeySize`` when there are not 32 bytes.
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      key = try .reading(.x25519, rawRepresentation)
    }

    package init(key: RawPublicKey) { self.key = key }

    /// The 32 bytes of the key.
    public var rawRepresentation: Data { Data(key.encoded) }
  }
}

extension Curve25519.Signing {
  /// A private key of Ed25519 (RFC 8032).
  ///
  /// Immutable and safe to share between threads.
  public struct PrivateKey: Sendable {
    package let pair: RawKeyPair

    /// Makes a random key.
    public init() { pair = .random(.ed25519) }

    /// Reads a key.
    ///
    /// - Parameter rawRepresentation: The seed, 32 bytes.
    /// - Throws: ``CryptoKitError/incorrectKeySize`` when there are not 32 bytes.
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      pair = try .reading(.ed25519, rawRepresentation)
    }

    /// The public key that belongs to this key.
    public var publicKey: PublicKey { PublicKey(key: pair.publicKey) }

    /// The 32 bytes of the key, a copy that nobody wipes.
    public var rawRepresentation: Data { pair.secret.dataCopy }

    /// Signs a message.
    ///
    /// - Parameter data: The message, of any size.
    /// - Returns: The signature, 64 bytes; always the same for the same key and message.
    /// - Throws: ``CryptoKitError`` when the cryptographic library fails.
    public func signature<D: DataProtocol>(for data: D) throws -> Data {
      try data.withRawSpan { message in
        try CryptoKitError.translating { () throws(CryptoError) in
          Data(try pair.handle.edSignature(for: message))
        }
      }
    }
  }

  /// A public key of Ed25519 (RFC 8032).
  ///
  /// Immutable and safe to share between threads.
  public struct PublicKey: Sendable {
    package let key: RawPublicKey

    /// Reads a key.
    ///
    /// - Parameter rawRepresentation: 32 bytes.
    /// - Throws: ``CryptoKitError/incorrectKeySize`` when there are not 32 bytes.
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      key = try .reading(.ed25519, rawRepresentation)
    }

    package init(key: RawPublicKey) { self.key = key }

    /// The 32 bytes of the key.
    public var rawRepresentation: Data { Data(key.encoded) }

    /// Says whether a signature was made for a message with the private key that belongs to this key.
    ///
    /// - Parameters:
    ///   - signature: The signature; any size but 64 bytes is invalid.
    ///   - data: The message.
    /// - Returns: Whether the signature is valid.
    public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
      signature.withRawSpan { signature in
        data.withRawSpan { key.handle.isValidEdSignature(signature, for: $0) }
      }
    }
  }
}
