/// Takes the parts of a message one after the other and never goes beyond its end.
struct WireReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes that are left.
  var rest: Int { bytes.count - offset }

  /// The next bytes.
  mutating func take(_ count: Int) throws(MessagingError) -> [UInt8] {
    guard 0...rest ~= count else { throw .message(.malformed) }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  /// The next number, with its most significant byte first.
  mutating func take<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type
  ) throws(MessagingError) -> Number {
    let count = Number.bitWidth / 8
    guard rest >= count else { throw .message(.malformed) }
    defer { offset += count }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Number($1) }
  }

  /// All bytes that are left.
  mutating func takeRest() -> [UInt8] {
    defer { offset = bytes.count }
    return Array(bytes[offset...])
  }
}
