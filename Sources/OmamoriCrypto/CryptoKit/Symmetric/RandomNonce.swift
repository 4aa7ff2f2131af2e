#if !canImport(Darwin)
import OmamoriCore

/// Random nonces of 12 bytes.
enum RandomNonce {
  /// A new nonce.
  static func make() -> Data {
    do throws(CoreError) {
      return Data(try SystemRandomness().bytes(count: AEADAlgorithm.nonceByteCount))
    } catch {
      // because CryptoKit's initialiser does not throw, and a nonce that is not random could be one used before
      preconditionFailure("the operating system gave no random bytes")
    }
  }
}
#endif
