/// Comparisons and choices whose time does not depend on the values, only on their lengths.
///
/// Safe to use from any thread.
public enum ConstantTime {
  /// Says whether both have the same bytes; spans of different lengths differ at once.
  public static func equal(_ left: RawSpan, _ right: RawSpan) -> Bool {
    guard left.byteCount == right.byteCount else { return false }
    var difference: UInt64 = 0
    var offset = 0
    while offset + 8 <= left.byteCount {
      difference = opaque(difference | (word(left, at: offset) ^ word(right, at: offset)))
      offset += 8
    }
    while offset < left.byteCount {
      difference = opaque(difference | UInt64(byte(left, at: offset) ^ byte(right, at: offset)))
      offset += 1
    }
    return difference == 0
  }

  /// Says whether both have the same bytes; arrays of different lengths differ at once.
  public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    unsafe equal(left.byteSpan.bytes, right.byteSpan.bytes)  // because UInt8 has no padding
  }

  /// Says whether both have the same bytes; data of different lengths differ at once.
  public static func equal(_ left: Data, _ right: Data) -> Bool {
    unsafe equal(left.span.bytes, right.span.bytes)  // because UInt8 has no padding
  }

  /// Says whether all bytes are zero, as the result of a key agreement with a bad peer is.
  public static func isZero(_ bytes: RawSpan) -> Bool {
    var found: UInt64 = 0
    for offset in 0..<bytes.byteCount { found = opaque(found | UInt64(byte(bytes, at: offset))) }
    return found == 0
  }

  /// Chooses one of two integers without a branch.
  ///
  /// - Parameters:
  ///   - choice: Which one to choose.
  ///   - first: The result when `choice` is `true`.
  ///   - second: The result when `choice` is `false`.
  /// - Returns: `first` or `second`.
  public static func select<Integer: FixedWidthInteger & UnsignedInteger>(
    _ choice: Bool,
    _ first: Integer,
    _ second: Integer
  ) -> Integer {
    // All ones for true, all zeros for false.
    let mask = 0 &- Integer(truncatingIfNeeded: opaque(choice ? 1 : 0))
    return (first & mask) | (second & ~mask)
  }

  private static func word(_ bytes: RawSpan, at offset: Int) -> UInt64 {
    // because the callers leave eight bytes at the offset
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  private static func byte(_ bytes: RawSpan, at offset: Int) -> UInt8 {
    // because the callers stay within the span
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Returns its argument; the optimiser cannot see that, so it cannot leave a loop early because of it.
  @inline(never) @_optimize(none)
  private static func opaque(_ value: UInt64) -> UInt64 { value }
}
