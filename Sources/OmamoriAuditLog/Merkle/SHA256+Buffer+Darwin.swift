#if canImport(Darwin)
import OmamoriCrypto

extension SHA256 {
  /// The hash value of bytes that stand in a buffer; CryptoKit takes a buffer only in steps.
  static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA256Digest {
    var function = Self()
    // because the buffer is only read during the call
    unsafe function.update(bufferPointer: bufferPointer)
    return function.finalize()
  }
}
#endif
