extension MutableRawSpan {
  /// Calls `body` with the bytes from an offset on.
  mutating func withBytes(
    from offset: Int,
    _ body: (inout MutableRawSpan) throws(CryptoError) -> Void
  ) throws(CryptoError) {
    // because the rest lies within the bytes, which nobody else uses during the call
    try unsafe withUnsafeMutableBytes { bytes throws(CryptoError) in
      var rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).mutableBytes
      try body(&rest)
    }
  }
}
