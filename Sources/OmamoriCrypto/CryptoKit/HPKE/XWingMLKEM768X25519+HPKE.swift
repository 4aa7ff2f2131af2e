#if !canImport(Darwin)
public import OmamoriCore

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
  func require(_ other: HPKE.KEM) throws(HPKE.Errors) {
    guard self == other else { throw .inconsistentCiphersuiteAndKey }
  }
}
#endif
