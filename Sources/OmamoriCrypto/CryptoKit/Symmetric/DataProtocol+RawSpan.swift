import OmamoriCore

extension DataProtocol {
  /// Calls `body` with all bytes in one piece; only data in several pieces are copied.
  func withRawSpan<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = withContiguousStorageIfAvailable { buffer in
      // because the span is not used outside of the closure
      Swift.Result { () throws(Failure) in unsafe try body(UnsafeRawBufferPointer(buffer).bytes) }
    }
    if let outcome { return try outcome.get() }
    let copy = Array(self)
    return unsafe try body(copy.byteSpan.bytes)  // because UInt8 has no padding
  }
}
