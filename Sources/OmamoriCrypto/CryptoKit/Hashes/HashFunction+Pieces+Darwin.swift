#if canImport(Darwin)
import CryptoKit
import OmamoriCore

extension HashFunction {
  /// The hash value of three pieces, one after the other, in a secret that is as long as a hash value.
  static func hash(_ first: RawSpan, _ second: RawSpan, _ third: RawSpan, into output: inout SecretBytes) {
    output.withMutableBytes { output in
      // because the buffers are only used during the calls, and the output has room for a hash value
      unsafe output.withUnsafeMutableBytes { output in
        var function = Self()
        unsafe first.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
        unsafe second.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
        unsafe third.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
        unsafe function.finalize().withUnsafeBytes { unsafe output.copyMemory(from: $0) }
      }
    }
  }
}
#endif
