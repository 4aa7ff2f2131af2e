#if !canImport(Darwin)
public import OmamoriCore

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
#endif
