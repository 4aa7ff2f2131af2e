/// Reads little-endian numbers one after another, and never beyond the end.
struct ByteCursor {
  private let bytes: ArraySlice<UInt8>
  private(set) var offset: Int

  /// Starts at the beginning of `bytes`.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  /// The number of bytes that are left.
  var remaining: Int { bytes.endIndex - offset }

  /// The next `count` bytes, or `nil` when fewer are left.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= remaining else { return nil }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  /// The next two bytes as a number.
  mutating func short() -> Int? { number(2).map { Int($0) } }

  /// The next four bytes as a number.
  mutating func word() -> Int? { number(4).map { Int($0) } }

  /// The next eight bytes as a number, or `nil` also when it is larger than any file.
  mutating func long() -> Int? { number(8).flatMap { Int(exactly: $0) } }

  private mutating func number(_ width: Int) -> UInt64? {
    take(width)?.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }
}
