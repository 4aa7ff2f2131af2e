#if !canImport(Darwin)
import OmamoriCore

extension HashFunction {
  /// The hash value of three pieces, one after the other, in a secret that is as long as a hash value.
  ///
  /// Nothing is returned by value: copies of what is returned stay behind on the stack.
  static func hash(_ first: RawSpan, _ second: RawSpan, _ third: RawSpan, into output: inout SecretBytes) {
    output.withMutableBytes { output in
      // because the buffers are only used during the calls, and the output has room for a hash value
      unsafe output.withUnsafeMutableBytes { output in
        guard let algorithm else {
          var function = Self()
          unsafe first.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
          unsafe second.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
          unsafe third.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
          unsafe function.finalize().withUnsafeBytes { unsafe output.copyMemory(from: $0) }
          return
        }
        let context = DigestContext(algorithm)
        context.update(first)
        context.update(second)
        context.update(third)
        unsafe context.finish(into: output)
      }
    }
  }
}
#endif
