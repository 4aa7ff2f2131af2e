public import OmamoriCore

/// ML-KEM-768 (FIPS 203), a key encapsulation mechanism that quantum computers do not break; CryptoKit's interface.
///
/// Of security category 3, that of AES-192. Prefer ``XWingMLKEM768X25519`` where one may choose: it stays safe if
/// lattices turn out not to be. Has no state; safe to use from any thread.
public enum MLKEM768: Sendable {}

extension MLKEM768 {
  /// A private key, made of a seed of 64 bytes.
  ///
  /// Seed and key live in locked memory that is wiped when the last copy of the value is gone. Safe to share between
  /// threads.
  public struct PrivateKey: KEMPrivateKey {
    private let key: LatticePrivateKey

    private init(key: LatticePrivateKey) { self.key = key }

    /// Makes a random private key.
    ///
    /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
    public init() throws { key = try LatticePrivateKey(.mlkem768) }

    /// Makes a random private key.
    ///
    /// - Returns: The key.
    /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
    public static func generate() throws -> MLKEM768.PrivateKey { try PrivateKey() }

    /// Makes the private key of a seed.
    ///
    /// - Parameters:
    ///   - seedRepresentation: 64 bytes, d and then z of FIPS 203; whoever holds them wipes them.
    ///   - publicKey: The public key that must result, or `nil` when it is not known.
    /// - Throws: ``KEM/Errors``.
    public init<D: DataProtocol>(seedRepresentation: D, publicKey: MLKEM768.PublicKey?) throws {
      key = try LatticePrivateKey(.mlkem768, seed: seedRepresentation, publicKey: publicKey?.key.bytes)
    }

    /// Makes the private key of a seed and a hash of its public key.
    ///
    /// - Parameter integrityCheckedRepresentation: The seed of 64 bytes and the SHA3-256 of the public key.
    /// - Throws: ``KEM/Errors``.
    public init<D: DataProtocol>(integrityCheckedRepresentation: D) throws {
      key = try LatticePrivateKey(.mlkem768, checked: integrityCheckedRepresentation)
    }

    /// The seed of 64 bytes; a copy outside of locked memory, for storing the key.
    public var seedRepresentation: Data { key.seedRepresentation }

    /// The seed and the SHA3-256 of the public key, 96 bytes; a copy outside of locked memory, for storing the key.
    public var integrityCheckedRepresentation: Data { key.integrityCheckedRepresentation }

    /// The public key that belongs to the private one.
    public var publicKey: MLKEM768.PublicKey { PublicKey(key: key.publicKey) }

    /// Finds the secret of an encapsulated key.
    ///
    /// - Parameter encapsulated: 1088 bytes.
    /// - Returns: The shared secret of 32 bytes; a wrong one when the bytes were changed (implicit rejection).
    /// - Throws: ``CryptoKitError/incorrectParameterSize`` for another length.
    public func decapsulate<D: DataProtocol>(_ encapsulated: D) throws -> SymmetricKey {
      try key.decapsulate(encapsulated)
    }
  }
}

extension MLKEM768 {
  /// A public key, 1184 bytes.
  public struct PublicKey: KEMPublicKey {
    package let key: LatticePublicKey

    /// Reads a public key.
    ///
    /// - Parameter rawRepresentation: 1184 bytes.
    /// - Throws: ``CryptoKitError/incorrectKeySize`` for another length, or ``CryptoKitError/invalidParameter`` when a
    ///   coefficient is too large (FIPS 203, section 7.2).
    public init<D: DataProtocol>(rawRepresentation: D) throws {
      key = try rawRepresentation.withRawSpan { bytes throws(CryptoKitError) in
        try LatticePublicKey(.mlkem768, bytes)
      }
    }

    package init(key: LatticePublicKey) { self.key = key }

    /// The 1184 bytes of the key.
    public var rawRepresentation: Data { Data(key.bytes) }

    /// Makes a random shared secret of 32 bytes and encapsulates it in 1088 bytes.
    ///
    /// - Returns: The secret and its encapsulated form.
    /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
    public func encapsulate() throws -> KEM.EncapsulationResult { try key.encapsulate() }
  }
}

/// ML-KEM-1024 (FIPS 203), a key encapsulation mechanism that quantum computers do not break; CryptoKit's interface.
///
/// Of security category 5, that of AES-256. Prefer ``XWingMLKEM768X25519`` where one may choose: it stays safe if
/// lattices turn out not to be. Has no state; safe to use from any thread.
public enum MLKEM1024: Sendable {}

extension MLKEM1024 {
  /// A private key, made of a seed of 64 bytes.
  ///
  /// Seed and key live in locked memory that is wiped when the last copy of the value is gone. Safe to share between
  /// threads.
  public struct PrivateKey: KEMPrivateKey {
    private let key: LatticePrivateKey

    private init(key: LatticePrivateKey) { self.key = key }

    /// Makes a random private key.
    ///
    /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
    public init() throws { key = try LatticePrivateKey(.mlkem1024) }

    /// Makes a random private key.
    ///
    /// - Returns: The key.
    /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
    public static func generate() throws -> MLKEM1024.PrivateKey { try PrivateKey() }

    /// Makes the private key of a seed.
    ///
    /// - Parameters:
    ///   - seedRepresentation: 64 bytes, d and then z of FIPS 203; whoever holds them wipes them.
    ///   - publicKey: The public key that must result, or `nil` when it is not known.
    /// - Throws: ``KEM/Errors``.
    public init<D: DataProtocol>(seedRepresentation: D, publicKey: MLKEM1024.PublicKey?) throws {
      key = try LatticePrivateKey(.mlkem1024, seed: seedRepresentation, publicKey: publicKey?.key.bytes)
    }

    /// Makes the private key of a seed and a hash of its public key.
    ///
    /// - Parameter integrityCheckedRepresentation: The seed of 64 bytes and the SHA3-256 of the public key.
    /// - Throws: ``KEM/Errors``.
    public init<D: DataProtocol>(integrityCheckedRepresentation: D) throws {
      key = try LatticePrivateKey(.mlkem1024, checked: integrityCheckedRepresentation)
    }

    /// The seed of 64 bytes; a copy outside of locked memory, for storing the key.
    public var seedRepresentation: Data { key.seedRepresentation }

    /// The seed and the SHA3-256 of the public key, 96 bytes; a copy outside of locked memory, for storing the key.
    public var integrityCheckedRepresentation: Data { key.integrityCheckedRepresentation }

    /// The public key that belongs to the private one.
    public var publicKey: MLKEM1024.PublicKey { PublicKey(key: key.publicKey) }

    /// Finds the secret of an encapsulated key.
    ///
    /// - Parameter encapsulated: 1568 bytes.
    /// - Returns: The shared secret of 32 bytes; a wrong one when the bytes were changed (implicit rejection).
    /// - Throws: ``CryptoKitError/incorrectParameterSize`` for another length.
    public func decapsulate<D: DataProtocol>(_ encapsulated: D) throws -> SymmetricKey {
      try key.decapsulate(encapsulated)
    }
  }
}

extension MLKEM1024 {
  /// A public key, 1568 bytes.
  public struct PublicKey: KEMPublicKey {
    package let key: LatticePublicKey

    /// Reads a public key.
    ///
    /// - Parameter rawRepresentation: 1568 bytes.
    /// - Throws: ``CryptoKitError/incorrectKeySize`` for another length, or ``CryptoKitError/invalidParameter`` when a
    ///   coefficient is too large (FIPS 203, section 7.2).
    public init<D: DataProtocol>(rawRepresentation: D) throws {
      key = try rawRepresentation.withRawSpan { bytes throws(CryptoKitError) in
        try LatticePublicKey(.mlkem1024, bytes)
      }
    }

    package init(key: LatticePublicKey) { self.key = key }

    /// The 1568 bytes of the key.
    public var rawRepresentation: Data { Data(key.bytes) }

    /// Makes a random shared secret of 32 bytes and encapsulates it in 1568 bytes.
    ///
    /// - Returns: The secret and its encapsulated form.
    /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
    public func encapsulate() throws -> KEM.EncapsulationResult { try key.encapsulate() }
  }
}
