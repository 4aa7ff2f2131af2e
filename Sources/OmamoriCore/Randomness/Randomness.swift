/// A source of random bytes; a port, so that tests can be repeated.
///
/// Products use ``SystemRandomness``. A source is safe to use from any thread.
public protocol Randomness: Sendable {
  /// Fills `bytes` with random bytes, all of them or throws.
  ///
  /// - Parameter bytes: The place to fill.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)``; what was written until then must not be used.
  func fill(_ bytes: inout MutableRawSpan) throws(CoreError)
}

extension Randomness {
  /// Random bytes that need no secrecy, such as nonces and identifiers.
  ///
  /// - Parameter count: The number of bytes; a negative one counts as 0.
  /// - Returns: The bytes.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)``.
  public func bytes(count: Int) throws(CoreError) -> [UInt8] {
    // A slice, since the mutable span of an array needs iOS 26; making an array of it again copies nothing.
    var bytes = [UInt8](repeating: 0, count: max(count, 0))[...]
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes  // because every pattern of bits is a UInt8
    try fill(&raw)
    return Array(bytes)
  }

  /// A random integer, each in the range with the same probability.
  ///
  /// - Parameter range: The integers to choose from.
  /// - Returns: One of them.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)``.
  public func integer(in range: ClosedRange<UInt64>) throws(CoreError) -> UInt64 {
    let (count, isWhole) = (range.upperBound - range.lowerBound).addingReportingOverflow(1)
    guard !isWhole else { return try word() }
    // The largest multiple of count that fits leaves out the values that would make some results likelier.
    let rejected = (0 &- count) % count
    while true {
      let word = try word()
      if word >= rejected { return range.lowerBound + word % count }
    }
  }

  /// A random integer, each in the range with the same probability.
  ///
  /// - Parameter range: The integers to choose from.
  /// - Returns: One of them.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)``.
  public func integer(in range: ClosedRange<Int>) throws(CoreError) -> Int {
    let distance = UInt64(bitPattern: Int64(range.upperBound)) &- UInt64(bitPattern: Int64(range.lowerBound))
    return range.lowerBound &+ Int(truncatingIfNeeded: try integer(in: 0...distance))
  }

  private func word() throws(CoreError) -> UInt64 {
    try bytes(count: 8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
