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
    let key = SecretBytes(count: outputByteCount) { key in
      var offset = 0
      var counter: UInt32 = 1
      while offset < key.byteCount {
        var hash = H()
        // because the hash function reads each buffer during the call
        unsafe withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        unsafe Swift.withUnsafeBytes(of: counter.bigEndian) { unsafe hash.update(bufferPointer: $0) }
        hash.update(data: sharedInfo)
        for byte in hash.finalize().prefix(key.byteCount - offset) {
          key.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
          offset += 1
        }
        counter &+= 1
      }
    }
    return SymmetricKey(key)
  }
}
#endif
