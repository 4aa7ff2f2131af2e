public import OmamoriCore

/// X-Wing (draft-connolly-cfrg-xwing-kem), a key encapsulation mechanism of ML-KEM-768 and X25519; CryptoKit's interface.
///
/// Safe as long as one of the two is: against quantum computers through ML-KEM, and through X25519 should lattices turn
/// out to be weak. Has no state; safe to use from any thread.
public enum XWingMLKEM768X25519: Sendable {}

extension XWingMLKEM768X25519 {
  /// A private key, made of a seed of 32 bytes.
  ///
  /// Seed and keys live in locked memory that is wiped when the last copy of the value is gone. Safe to share between
  /// threads.
  public struct PrivateKey: KEMPrivateKey {
    private let seed: SymmetricKey
    private let lattice: LatticePrivateKey
    private let curve: Curve25519.KeyAgreement.PrivateKey

    private init(seed: consuming SecretBytes) throws {
      let expanded = try XWing.expand(seed.bytes)
      lattice = try LatticePrivateKey(XWing.lattice, seed: expanded.bytes.extracting(0..<64))
      let scalar = SymmetricKey(SecretBytes(copying: expanded.bytes.extracting(64..<96)))
      curve = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: scalar)
      self.seed = SymmetricKey(seed)
    }

    /// Makes a random private key.
    ///
    /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
    public init() throws { try self.init(seed: SecretBytes.random(XWing.seedByteCount)) }

    /// Makes a random private key.
    ///
    /// - Returns: The key.
    /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
    public static func generate() throws -> XWingMLKEM768X25519.PrivateKey { try PrivateKey() }

    /// Makes the private key of a seed.
    ///
    /// - Parameters:
    ///   - seedRepresentation: 32 bytes; whoever holds them wipes them.
    ///   - publicKey: The public key that must result, or `nil` when it is not known.
    /// - Throws: ``KEM/Errors``.
    public init<D: DataProtocol>(
      seedRepresentation: D,
      publicKey: XWingMLKEM768X25519.PublicKey?
    ) throws {
      guard seedRepresentation.count == XWing.seedByteCount else { throw KEM.Errors.invalidSeed }
      try self.init(seed: SecretBytes(data: seedRepresentation))
      if let publicKey, publicKey.rawRepresentation != self.publicKey.rawRepresentation {
        throw KEM.Errors.publicKeyMismatchDuringInitialization
      }
    }

    /// Makes the private key of a seed and a hash of its public key.
    ///
    /// - Parameter integrityCheckedRepresentation: The seed of 32 bytes and the SHA3-256 of the public key.
    /// - Throws: ``KEM/Errors``.
    public init<D: DataProtocol>(integrityCheckedRepresentation: D) throws {
      let bytes = SecretBytes(data: integrityCheckedRepresentation)
      guard bytes.count == XWing.seedByteCount + SHA3_256.byteCount else { throw KEM.Errors.invalidSeed }
      try self.init(seed: SecretBytes(copying: bytes.bytes.extracting(0..<XWing.seedByteCount)))
      let expected = bytes.bytes.extracting(XWing.seedByteCount..<bytes.count)
      guard SHA3_256.matches(expected, Array(publicKey.rawRepresentation)) else {
        throw KEM.Errors.publicKeyMismatchDuringInitialization
      }
    }

    /// The seed of 32 bytes; a copy outside of locked memory, for storing the key.
    public var seedRepresentation: Data { seed.withBytes { Data($0) } }

    /// The seed and the SHA3-256 of the public key, 64 bytes; a copy outside of locked memory, for storing the key.
    public var integrityCheckedRepresentation: Data {
      seedRepresentation + SHA3_256.hash(data: publicKey.rawRepresentation)
    }

    /// The public key that belongs to the private one.
    public var publicKey: XWingMLKEM768X25519.PublicKey {
      PublicKey(lattice: lattice.publicKey, curve: curve.publicKey)
    }

    /// Finds the secret of an encapsulated key.
    ///
    /// - Parameter encapsulated: 1120 bytes.
    /// - Returns: The shared secret of 32 bytes; a wrong one when the bytes were changed.
    /// - Throws: ``CryptoKitError/incorrectParameterSize`` for another length, or another error when the part for X25519
    ///   is a point that gives everybody the same secret.
    public func decapsulate(_ encapsulated: Data) throws -> SymmetricKey {
      guard encapsulated.count == XWing.ciphertextByteCount else {
        throw CryptoKitError.incorrectParameterSize
      }
      let point = Data(encapsulated.suffix(32))
      let share = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: point)
      return try XWing.combine(
        lattice: lattice.decapsulate(encapsulated.dropLast(32)),
        curve: curve.sharedSecretFromKeyAgreement(with: share),
        encapsulated: point,
        publicKey: curve.publicKey.rawRepresentation
      )
    }
  }
}

extension XWingMLKEM768X25519 {
  /// A public key, 1216 bytes.
  public struct PublicKey: KEMPublicKey {
    private let lattice: LatticePublicKey
    private let curve: Curve25519.KeyAgreement.PublicKey

    package init(lattice: LatticePublicKey, curve: Curve25519.KeyAgreement.PublicKey) {
      self.lattice = lattice
      self.curve = curve
    }

    /// Reads a public key.
    ///
    /// - Parameter rawRepresentation: 1216 bytes.
    /// - Throws: ``CryptoKitError/incorrectKeySize`` for another length, or ``CryptoKitError/invalidParameter`` when a
    ///   coefficient is too large (FIPS 203, section 7.2).
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      let bytes = rawRepresentation.byteArray
      guard bytes.count == XWing.publicKeyByteCount else { throw CryptoKitError.incorrectKeySize }
      let count = XWing.lattice.publicKeyByteCount
      // because UInt8 has no padding
      lattice = try unsafe LatticePublicKey(XWing.lattice, bytes.byteSpan.bytes.extracting(0..<count))
      curve = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: Array(bytes[count...]))
    }

    /// The 1216 bytes of the key.
    public var rawRepresentation: Data { Data(lattice.bytes) + curve.rawRepresentation }

    /// Makes a random shared secret of 32 bytes and encapsulates it in 1120 bytes.
    ///
    /// - Returns: The secret and its encapsulated form.
    /// - Throws: `CryptoError.randomnessUnavailable(code:)`, or ``CryptoKitError`` when the part for X25519 is a point
    ///   that gives everybody the same secret.
    public func encapsulate() throws -> KEM.EncapsulationResult {
      let randomness = try SecretBytes.random(XWing.randomnessByteCount)
      return try encapsulate(randomness: randomness)
    }

    /// The shared secret and its encapsulated form that 64 random bytes give.
    func encapsulate(randomness: borrowing SecretBytes) throws -> KEM.EncapsulationResult {
      let message = SecretBytes(copying: randomness.bytes.extracting(0..<32))
      let scalar = SymmetricKey(SecretBytes(copying: randomness.bytes.extracting(32..<64)))
      let ephemeral = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: scalar)
      let result = try lattice.encapsulate(message: message)
      let encapsulated = ephemeral.publicKey.rawRepresentation
      let secret = try XWing.combine(
        lattice: result.sharedSecret,
        curve: ephemeral.sharedSecretFromKeyAgreement(with: curve),
        encapsulated: encapsulated,
        publicKey: curve.rawRepresentation
      )
      return KEM.EncapsulationResult(
        sharedSecret: secret, encapsulated: result.encapsulated + encapsulated)
    }
  }
}
