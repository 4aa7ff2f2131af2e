#if !canImport(Darwin)
public import OmamoriCore

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
#endif
