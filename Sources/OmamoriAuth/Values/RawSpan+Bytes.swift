import OmamoriCore

extension RawSpan {
  /// A copy of the bytes.
  var byteArray: [UInt8] {
    // because the copy is made before the closure returns
    unsafe withUnsafeBytes { unsafe Array($0) }
  }
}
