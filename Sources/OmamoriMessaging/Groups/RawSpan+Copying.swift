extension RawSpan {
  /// The bytes as an array, which is not wiped: for what is public, or has to leave as an array.
  var copiedBytes: [UInt8] {
    // because the bytes are copied inside the closure
    unsafe withUnsafeBytes { unsafe Array($0) }
  }
}
