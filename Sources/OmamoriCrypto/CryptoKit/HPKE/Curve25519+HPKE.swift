#if !canImport(Darwin)
public import OmamoriCore

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
#endif
