/// The field `Content-Range` of a part (RFC 9110, section 14.4), such as `bytes 100-199/200`.
///
/// A value; safe to share between threads.
package struct ContentRange: Sendable, Hashable {
  /// The place of the first byte.
  package let first: Int64
  /// The place of the last byte.
  package let last: Int64
  /// The size of the whole.
  package let total: Int64

  /// Reads the field.
  ///
  /// - Parameter text: Its value; `nil` results for another unit, an unknown size, and what contradicts itself.
  package init?(_ text: String) {
    guard text.hasPrefix("bytes ") else { return nil }
    let halves = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let total = Self.number(halves[1]) else { return nil }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
      first <= last, last < total
    else { return nil }
    (self.first, self.last, self.total) = (first, last, total)
  }

  private static func number(_ digits: Substring) -> Int64? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(digits) : nil
  }
}
