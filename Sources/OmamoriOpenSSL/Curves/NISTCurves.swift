import OmamoriCore

/// Signatures and key agreement on the curve P-256 of FIPS 186-5.
public enum P256: NISTCurve {
  /// The hash function that a message is signed with: SHA256.
  public typealias MessageHash = SHA256

  /// The curve's numbers.
  public static var domain: NISTDomain { .p256 }

  /// Signatures: ECDSA (FIPS 186-5).
  public enum Signing: Sendable {
    /// A public key; see ``NISTPublicKey`` for its representations.
    public struct PublicKey: NISTVerifyingKey {
      /// The signatures that the key verifies.
      public typealias Signature = ECDSASignature
      /// The point on the curve.
      public let point: NISTPoint<P256>
      /// Makes a key of a point, such as that of another key.
      public init(point: NISTPoint<P256>) { self.point = point }
    }

    /// A private key; see ``NISTPrivateKey`` for its representations.
    public struct PrivateKey: NISTSigningKey {
      /// The public keys that belong to keys of this type.
      public typealias PublicKey = P256.Signing.PublicKey
      /// The key with its public key.
      public let pair: NISTKeyPair<P256>
      /// Makes a key of a key pair, such as that of another key.
      public init(pair: NISTKeyPair<P256>) { self.pair = pair }
    }

    /// A signature; see ``NISTSignature`` for its representations.
    public struct ECDSASignature: NISTSignature {
      /// r and s.
      public let integers: NISTSignatureIntegers<P256>
      /// Makes a signature of its two integers.
      public init(integers: NISTSignatureIntegers<P256>) { self.integers = integers }
    }
  }

  /// Key agreement: ECDH (NIST SP 800-56A).
  public enum KeyAgreement: Sendable {
    /// A public key; see ``NISTPublicKey`` for its representations.
    public struct PublicKey: NISTPublicKey {
      /// The point on the curve.
      public let point: NISTPoint<P256>
      /// Makes a key of a point, such as that of another key.
      public init(point: NISTPoint<P256>) { self.point = point }
    }

    /// A private key; see ``NISTPrivateKey`` for its representations.
    public struct PrivateKey: NISTAgreementKey {
      /// The public keys that belong to keys of this type.
      public typealias PublicKey = P256.KeyAgreement.PublicKey
      /// The key with its public key.
      public let pair: NISTKeyPair<P256>
      /// Makes a key of a key pair, such as that of another key.
      public init(pair: NISTKeyPair<P256>) { self.pair = pair }
    }
  }
}

/// Signatures and key agreement on the curve P-384 of FIPS 186-5.
public enum P384: NISTCurve {
  /// The hash function that a message is signed with: SHA384.
  public typealias MessageHash = SHA384

  /// The curve's numbers.
  public static var domain: NISTDomain { .p384 }

  /// Signatures: ECDSA (FIPS 186-5).
  public enum Signing: Sendable {
    /// A public key; see ``NISTPublicKey`` for its representations.
    public struct PublicKey: NISTVerifyingKey {
      /// The signatures that the key verifies.
      public typealias Signature = ECDSASignature
      /// The point on the curve.
      public let point: NISTPoint<P384>
      /// Makes a key of a point, such as that of another key.
      public init(point: NISTPoint<P384>) { self.point = point }
    }

    /// A private key; see ``NISTPrivateKey`` for its representations.
    public struct PrivateKey: NISTSigningKey {
      /// The public keys that belong to keys of this type.
      public typealias PublicKey = P384.Signing.PublicKey
      /// The key with its public key.
      public let pair: NISTKeyPair<P384>
      /// Makes a key of a key pair, such as that of another key.
      public init(pair: NISTKeyPair<P384>) { self.pair = pair }
    }

    /// A signature; see ``NISTSignature`` for its representations.
    public struct ECDSASignature: NISTSignature {
      /// r and s.
      public let integers: NISTSignatureIntegers<P384>
      /// Makes a signature of its two integers.
      public init(integers: NISTSignatureIntegers<P384>) { self.integers = integers }
    }
  }

  /// Key agreement: ECDH (NIST SP 800-56A).
  public enum KeyAgreement: Sendable {
    /// A public key; see ``NISTPublicKey`` for its representations.
    public struct PublicKey: NISTPublicKey {
      /// The point on the curve.
      public let point: NISTPoint<P384>
      /// Makes a key of a point, such as that of another key.
      public init(point: NISTPoint<P384>) { self.point = point }
    }

    /// A private key; see ``NISTPrivateKey`` for its representations.
    public struct PrivateKey: NISTAgreementKey {
      /// The public keys that belong to keys of this type.
      public typealias PublicKey = P384.KeyAgreement.PublicKey
      /// The key with its public key.
      public let pair: NISTKeyPair<P384>
      /// Makes a key of a key pair, such as that of another key.
      public init(pair: NISTKeyPair<P384>) { self.pair = pair }
    }
  }
}

/// Signatures and key agreement on the curve P-521 of FIPS 186-5.
public enum P521: NISTCurve {
  /// The hash function that a message is signed with: SHA512.
  public typealias MessageHash = SHA512

  /// The curve's numbers.
  public static var domain: NISTDomain { .p521 }

  /// Signatures: ECDSA (FIPS 186-5).
  public enum Signing: Sendable {
    /// A public key; see ``NISTPublicKey`` for its representations.
    public struct PublicKey: NISTVerifyingKey {
      /// The signatures that the key verifies.
      public typealias Signature = ECDSASignature
      /// The point on the curve.
      public let point: NISTPoint<P521>
      /// Makes a key of a point, such as that of another key.
      public init(point: NISTPoint<P521>) { self.point = point }
    }

    /// A private key; see ``NISTPrivateKey`` for its representations.
    public struct PrivateKey: NISTSigningKey {
      /// The public keys that belong to keys of this type.
      public typealias PublicKey = P521.Signing.PublicKey
      /// The key with its public key.
      public let pair: NISTKeyPair<P521>
      /// Makes a key of a key pair, such as that of another key.
      public init(pair: NISTKeyPair<P521>) { self.pair = pair }
    }

    /// A signature; see ``NISTSignature`` for its representations.
    public struct ECDSASignature: NISTSignature {
      /// r and s.
      public let integers: NISTSignatureIntegers<P521>
      /// Makes a signature of its two integers.
      public init(integers: NISTSignatureIntegers<P521>) { self.integers = integers }
    }
  }

  /// Key agreement: ECDH (NIST SP 800-56A).
  public enum KeyAgreement: Sendable {
    /// A public key; see ``NISTPublicKey`` for its representations.
    public struct PublicKey: NISTPublicKey {
      /// The point on the curve.
      public let point: NISTPoint<P521>
      /// Makes a key of a point, such as that of another key.
      public init(point: NISTPoint<P521>) { self.point = point }
    }

    /// A private key; see ``NISTPrivateKey`` for its representations.
    public struct PrivateKey: NISTAgreementKey {
      /// The public keys that belong to keys of this type.
      public typealias PublicKey = P521.KeyAgreement.PublicKey
      /// The key with its public key.
      public let pair: NISTKeyPair<P521>
      /// Makes a key of a key pair, such as that of another key.
      public init(pair: NISTKeyPair<P521>) { self.pair = pair }
    }
  }
}
