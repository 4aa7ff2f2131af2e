import OmamoriCore

extension SecretBytes {
  /// Makes a secret of a public header and a secret body.
  init(header: [UInt8], body: RawSpan) {
    self.init(count: header.count + body.byteCount) { target in
      // because the buffers stay inside the closures, and the target has room for both
      unsafe target.withUnsafeMutableBytes { target in
        unsafe target.copyBytes(from: header)
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[header.count...])
        unsafe body.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
      }
    }
  }
}

extension RawSpan {
  /// A copy of the first `count` bytes, or of all where there are fewer.
  func prefixBytes(_ count: Int) -> [UInt8] {
    // because the buffer is only read during the call
    unsafe withUnsafeBytes { unsafe Array($0.prefix(count)) }
  }
}

extension [UInt8] {
  /// The bytes of a number, the most significant first.
  init(bigEndian value: UInt64, count: Int) {
    self = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// The number that some bytes of the array are, the most significant first.
  func bigEndian(_ range: Range<Int>) -> UInt64 { self[range].reduce(0) { $0 << 8 | UInt64($1) } }
}
