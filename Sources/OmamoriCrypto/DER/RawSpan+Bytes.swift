import OmamoriCore

extension RawSpan {
  /// The byte at an offset.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    // because every pattern of bits is a UInt8 and the span checks the offset
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Says whether both have the same bytes; for public values, since the time depends on them.
  func hasBytes(of other: [UInt8]) -> Bool {
    guard byteCount == other.count else { return false }
    return other.indices.allSatisfy { byte(at: $0) == other[$0] }
  }
}
