#if !canImport(Darwin)
public import OmamoriCore

extension SharedSecret {
  /// Derives a key with the KDF of ANSI X9.63 (SEC 1, section 3.6.1).
  ///
  /// - Parameters:
  ///   - hashFunction: The hash function, such as `SHA256.self`.
  ///   - sharedInfo: What the key is for; binds it to a purpose and to the parties.
  ///   - outputByteCount: The size of the key in bytes.
  /// - Returns: The key.
  public func x963DerivedSymmetricKey<H: HashFunction, SI: DataProtocol>(
    using hashFunction: H.Type,
    sharedInfo: SI,
    outputByteCount: Int
  ) -> SymmetricKey {
    ANSIKDFx963<H>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: self), info: sharedInfo, outputByteCount: outputByteCount)
  }
}
#endif
