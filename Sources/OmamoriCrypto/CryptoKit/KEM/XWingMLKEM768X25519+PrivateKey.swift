#if !canImport(Darwin)
public import OmamoriCore

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
    /// - Throws: ``CryptoError/randomnessUnavailable(code:)``.
    public init() throws { try self.init(seed: SecretBytes.random(XWing.seedByteCount)) }

    /// Makes a random private key.
    ///
    /// - Returns: The key.
    /// - Throws: ``CryptoError/randomnessUnavailable(code:)``.
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
#endif
