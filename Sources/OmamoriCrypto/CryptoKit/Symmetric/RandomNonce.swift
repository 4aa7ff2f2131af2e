#if !canImport(Darwin)
import OmamoriCore

/// Random nonces of 12 bytes.
enum RandomNonce {
  /// A new nonce, for functions that cannot throw.
  static func make() -> Data {
    do throws(CryptoError) {
      return try draw()
    } catch {
      // because CryptoKit's initialiser does not throw, and a nonce that is not random could be one used before
      preconditionFailure("the operating system gave no random bytes")
    }
  }

  /// A new nonce.
  static func draw() throws(CryptoError) -> Data {
    do throws(CoreError) {
      return Data(try SystemRandomness().bytes(count: AEADAlgorithm.nonceByteCount))
    } catch {
      throw CryptoError(error)
    }
  }
}
#endif
