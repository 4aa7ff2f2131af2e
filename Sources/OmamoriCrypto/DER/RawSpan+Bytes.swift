import OmamoriCore

extension RawSpan {
  /// The byte at an offset, which must lie within the span.
  func octet(_ offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)  // because the load checks the bounds
  }

  /// A copy of the bytes.
  var byteArray: [UInt8] {
    // because the copy is made before the closure returns
    unsafe withUnsafeBytes { unsafe Array($0) }
  }

  /// Says whether both have the same bytes; for public values, since the time depends on them.
  func hasBytes(of other: [UInt8]) -> Bool {
    guard byteCount == other.count else { return false }
    return other.indices.allSatisfy { octet($0) == other[$0] }
  }
}
