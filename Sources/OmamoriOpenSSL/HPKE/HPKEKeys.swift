public import OmamoriCore

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

/// A private key for Diffie-Hellman, with the interface of CryptoKit's protocol of the same name.
public protocol HPKEDiffieHellmanPrivateKey: DiffieHellmanKeyAgreement
where PublicKey: HPKEDiffieHellmanPublicKey {}

/// A private key for Diffie-Hellman that can be made at random; the interface of CryptoKit's protocol.
public protocol HPKEDiffieHellmanPrivateKeyGeneration: HPKEDiffieHellmanPrivateKey {
  /// Makes a random key.
  init()
}

/// A public key for Diffie-Hellman, with the interface of CryptoKit's protocol of the same name.
public protocol HPKEDiffieHellmanPublicKey: HPKEPublicKeySerialization
where EphemeralPrivateKey.PublicKey == Self {
  /// The private keys that are made for one sender only.
  associatedtype EphemeralPrivateKey: HPKEDiffieHellmanPrivateKeyGeneration
}

/// A private key for a mechanism that is not Diffie-Hellman; the interface of CryptoKit's protocol of the same name.
public protocol HPKEKEMPrivateKey: KEMPrivateKey where PublicKey: HPKEKEMPublicKey {}

/// A private key for a mechanism that is not Diffie-Hellman and that can be made at random; CryptoKit's interface.
public protocol HPKEKEMPrivateKeyGeneration: HPKEKEMPrivateKey {
  /// Makes a random key.
  ///
  /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
  init() throws
}

/// A public key for a mechanism that is not Diffie-Hellman; the interface of CryptoKit's protocol of the same name.
public protocol HPKEKEMPublicKey: KEMPublicKey, HPKEPublicKeySerialization
where EphemeralPrivateKey.PublicKey == Self {
  /// The private keys that belong to such public keys.
  associatedtype EphemeralPrivateKey: HPKEKEMPrivateKeyGeneration
}

/// A public key as HPKE sends it, with the interface of CryptoKit's protocol of the same name.
public protocol HPKEPublicKeySerialization: Sendable {
  /// Reads a public key.
  ///
  /// - Parameters:
  ///   - serialization: The bytes.
  ///   - kem: The mechanism that the key is for.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey``, or ``CryptoKitError`` when the bytes are no key.
  init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws

  /// The bytes of the key.
  ///
  /// - Parameter kem: The mechanism that the key is for.
  /// - Returns: The bytes.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey``.
  func hpkeRepresentation(kem: HPKE.KEM) throws -> Data
}

extension Curve25519.KeyAgreement.PrivateKey: HPKEDiffieHellmanPrivateKeyGeneration {}

extension Curve25519.KeyAgreement.PublicKey: HPKEDiffieHellmanPublicKey {
  /// The private keys that are made for one sender only.
  public typealias EphemeralPrivateKey = Curve25519.KeyAgreement.PrivateKey

  /// Reads a public key.
  ///
  /// - Parameters:
  ///   - serialization: 32 bytes.
  ///   - kem: ``HPKE/KEM/Curve25519_HKDF_SHA256``.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey`` for another mechanism, or ``CryptoKitError``.
  public init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws {
    try kem.require(.Curve25519_HKDF_SHA256)
    try self.init(rawRepresentation: serialization)
  }

  /// The bytes of the key.
  ///
  /// - Parameter kem: ``HPKE/KEM/Curve25519_HKDF_SHA256``.
  /// - Returns: 32 bytes.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey`` for another mechanism.
  public func hpkeRepresentation(kem: HPKE.KEM) throws -> Data {
    try kem.require(.Curve25519_HKDF_SHA256)
    return rawRepresentation
  }
}

extension P256.KeyAgreement.PrivateKey: HPKEDiffieHellmanPrivateKeyGeneration {
  /// Makes a random key.
  public init() { self.init(compactRepresentable: false) }
}

extension P256.KeyAgreement.PublicKey: HPKEDiffieHellmanPublicKey {
  /// The private keys that are made for one sender only.
  public typealias EphemeralPrivateKey = P256.KeyAgreement.PrivateKey

  /// Reads a public key.
  ///
  /// - Parameters:
  ///   - serialization: The uncompressed point, 65 bytes.
  ///   - kem: ``HPKE/KEM/P256_HKDF_SHA256``.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey`` for another mechanism, or ``CryptoKitError``.
  public init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws {
    try kem.require(.P256_HKDF_SHA256)
    try self.init(x963Representation: serialization)
  }

  /// The bytes of the key.
  ///
  /// - Parameter kem: ``HPKE/KEM/P256_HKDF_SHA256``.
  /// - Returns: The uncompressed point, 65 bytes.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey`` for another mechanism.
  public func hpkeRepresentation(kem: HPKE.KEM) throws -> Data {
    try kem.require(.P256_HKDF_SHA256)
    return x963Representation
  }
}

extension P384.KeyAgreement.PrivateKey: HPKEDiffieHellmanPrivateKeyGeneration {
  /// Makes a random key.
  public init() { self.init(compactRepresentable: false) }
}

extension P384.KeyAgreement.PublicKey: HPKEDiffieHellmanPublicKey {
  /// The private keys that are made for one sender only.
  public typealias EphemeralPrivateKey = P384.KeyAgreement.PrivateKey

  /// Reads a public key.
  ///
  /// - Parameters:
  ///   - serialization: The uncompressed point, 97 bytes.
  ///   - kem: ``HPKE/KEM/P384_HKDF_SHA384``.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey`` for another mechanism, or ``CryptoKitError``.
  public init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws {
    try kem.require(.P384_HKDF_SHA384)
    try self.init(x963Representation: serialization)
  }

  /// The bytes of the key.
  ///
  /// - Parameter kem: ``HPKE/KEM/P384_HKDF_SHA384``.
  /// - Returns: The uncompressed point, 97 bytes.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey`` for another mechanism.
  public func hpkeRepresentation(kem: HPKE.KEM) throws -> Data {
    try kem.require(.P384_HKDF_SHA384)
    return x963Representation
  }
}

extension P521.KeyAgreement.PrivateKey: HPKEDiffieHellmanPrivateKeyGeneration {
  /// Makes a random key.
  public init() { self.init(compactRepresentable: false) }
}

extension P521.KeyAgreement.PublicKey: HPKEDiffieHellmanPublicKey {
  /// The private keys that are made for one sender only.
  public typealias EphemeralPrivateKey = P521.KeyAgreement.PrivateKey

  /// Reads a public key.
  ///
  /// - Parameters:
  ///   - serialization: The uncompressed point, 133 bytes.
  ///   - kem: ``HPKE/KEM/P521_HKDF_SHA512``.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey`` for another mechanism, or ``CryptoKitError``.
  public init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws {
    try kem.require(.P521_HKDF_SHA512)
    try self.init(x963Representation: serialization)
  }

  /// The bytes of the key.
  ///
  /// - Parameter kem: ``HPKE/KEM/P521_HKDF_SHA512``.
  /// - Returns: The uncompressed point, 133 bytes.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey`` for another mechanism.
  public func hpkeRepresentation(kem: HPKE.KEM) throws -> Data {
    try kem.require(.P521_HKDF_SHA512)
    return x963Representation
  }
}

extension XWingMLKEM768X25519.PrivateKey: HPKEKEMPrivateKeyGeneration {}

extension XWingMLKEM768X25519.PublicKey: HPKEKEMPublicKey {
  /// The private keys that belong to such public keys.
  public typealias EphemeralPrivateKey = XWingMLKEM768X25519.PrivateKey

  /// Reads a public key.
  ///
  /// - Parameters:
  ///   - serialization: 1216 bytes.
  ///   - kem: ``HPKE/KEM/XWingMLKEM768X25519``.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey`` for another mechanism, or ``CryptoKitError``.
  public init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws {
    try kem.require(.XWingMLKEM768X25519)
    try self.init(rawRepresentation: serialization)
  }

  /// The bytes of the key.
  ///
  /// - Parameter kem: ``HPKE/KEM/XWingMLKEM768X25519``.
  /// - Returns: 1216 bytes.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey`` for another mechanism.
  public func hpkeRepresentation(kem: HPKE.KEM) throws -> Data {
    try kem.require(.XWingMLKEM768X25519)
    return rawRepresentation
  }
}

extension HPKE.KEM {
  /// Throws unless the mechanism is the one of a key.
  package func require(_ other: HPKE.KEM) throws(HPKE.Errors) {
    guard self == other else { throw .inconsistentCiphersuiteAndKey }
  }
}
