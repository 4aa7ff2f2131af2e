extension [UInt8] {
  /// The bytes without a copy, as `span` gives them, which an array only has from iOS 26 and macOS 26 on.
  ///
  /// A slice has one on every system that the package supports.
  package var byteSpan: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let slice = self[...]
      // because the slice shares the storage of the array, which stays as it is for as long as that is borrowed
      return unsafe _overrideLifetime(slice.span, borrowing: self)
    }
  }

  /// The bytes without a copy.
  package var rawSpan: RawSpan {
    @_lifetime(borrow self)
    get {
      let slice = self[...]
      // because UInt8 has no padding, and as above
      return unsafe _overrideLifetime(slice.span.bytes, borrowing: self)
    }
  }
}

extension RawSpan {
  /// A copy of the bytes, which nobody wipes.
  package var byteArray: [UInt8] {
    // because the copy is made before the closure returns
    unsafe withUnsafeBytes { unsafe Array($0) }
  }

  /// The byte at an offset.
  @inlinable @inline(__always)
  package func byte(at offset: Int) -> UInt8 {
    // because every pattern of bits is a UInt8 and the span checks the offset
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Says whether both have the same bytes; for public values, since the time depends on them.
  package func hasBytes(of other: [UInt8]) -> Bool {
    guard byteCount == other.count else { return false }
    return other.indices.allSatisfy { byte(at: $0) == other[$0] }
  }
}

extension MutableRawSpan {
  /// Calls `body` with the bytes from an offset on.
  package mutating func withBytes<Failure: Error>(
    from offset: Int,
    _ body: (inout MutableRawSpan) throws(Failure) -> Void
  ) throws(Failure) {
    // because the rest lies within the bytes, which nobody else uses during the call
    try unsafe withUnsafeMutableBytes { bytes throws(Failure) in
      var rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).mutableBytes
      try body(&rest)
    }
  }
}
