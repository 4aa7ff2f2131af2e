#if !canImport(Darwin)
import OmamoriCore

/// Random nonces of 12 bytes.
enum RandomNonce {
  /// A new nonce, for functions that cannot throw.
  static func make() -> Data {
    do throws(CryptoError) {
      return try Data(byteCount: AEADAlgorithm.nonceByteCount) { bytes throws(CryptoError) in
        // because the buffer is only written during the call
        try unsafe bytes.withUnsafeMutableBytes { bytes throws(CryptoError) in try unsafe fill(bytes) }
      }
    } catch {
      // because CryptoKit's initialiser does not throw, and a nonce that is not random could be one used before
      preconditionFailure("the operating system gave no random bytes")
    }
  }

  /// Writes a new nonce.
  static func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
    do throws(CoreError) {
      var bytes = unsafe buffer.mutableBytes  // because the buffer outlives the call
      try SystemRandomness().fill(&bytes)
    } catch {
      throw CryptoError(error)
    }
  }
}
#endif
