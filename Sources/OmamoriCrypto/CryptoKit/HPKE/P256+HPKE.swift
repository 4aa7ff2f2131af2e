#if !canImport(Darwin)
public import OmamoriCore

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
#endif
