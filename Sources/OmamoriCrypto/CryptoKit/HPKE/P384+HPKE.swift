#if !canImport(Darwin)
public import OmamoriCore

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
#endif
