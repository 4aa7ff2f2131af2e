#if !canImport(Darwin)
public import OmamoriCore

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
    /// - Throws: ``CryptoError/randomnessUnavailable(code:)``.
    public init() throws { key = try LatticePrivateKey(.mlkem768) }

    /// Makes a random private key.
    ///
    /// - Returns: The key.
    /// - Throws: ``CryptoError/randomnessUnavailable(code:)``.
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
#endif
