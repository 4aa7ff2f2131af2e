extension DataProtocol {
  /// Calls `body` with all bytes in one piece; only data in several pieces are copied.
  ///
  /// Inlined into callers of other modules, so that they need not ask at run time what kind of data they have.
  @inlinable
  package func withRawSpan<Value, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // Where the type is known the test costs nothing, and the span of data is faster to get at than its storage.
    if let data = self as? Data { return unsafe try body(data.span.bytes) }  // because UInt8 has no padding
    var (value, failure): (Value?, Failure?) = (nil, nil)
    withContiguousStorageIfAvailable { buffer in
      do throws(Failure) {
        // because the span is not used outside of the closure
        value = unsafe try body(UnsafeRawBufferPointer(buffer).bytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    if let value { return value }
    let copy = Data(self)
    return unsafe try body(copy.span.bytes)
  }
}
