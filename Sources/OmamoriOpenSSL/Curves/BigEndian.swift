import OmamoriCore

/// Unsigned integers of a fixed size, big endian, in a time that depends on the size only.
enum BigEndian {
  /// Whether `left` is less than `right`, which has the same size.
  static func isLess(_ left: RawSpan, _ right: RawSpan) -> Bool { subtract(left, right) { _, _ in } }

  /// Subtracts `right`, which has the same size, from `left`.
  ///
  /// - Parameters:
  ///   - left: The integer to subtract from.
  ///   - right: The integer to subtract.
  ///   - store: Gets the offset and the value of each byte of the difference, last byte first.
  /// - Returns: Whether `right` is greater, so that the difference is off by 2 to the number of bits.
  @discardableResult
  static func subtract(_ left: RawSpan, _ right: RawSpan, store: (Int, UInt8) -> Void) -> Bool {
    var borrow: UInt16 = 0
    for offset in (0..<min(left.byteCount, right.byteCount)).reversed() {
      let digit = UInt16(left.byte(at: offset)) &- UInt16(right.byte(at: offset)) &- borrow
      store(offset, UInt8(truncatingIfNeeded: digit))
      borrow = (digit >> 8) & 1
    }
    return borrow == 1
  }
}
