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
}
