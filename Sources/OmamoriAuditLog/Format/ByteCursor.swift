/// Takes the parts of a binary document one after the other and never goes beyond its end.
struct ByteCursor {
  private let bytes: [UInt8]
  /// Where the next part begins.
  private(set) var offset: Int

  init(_ bytes: [UInt8], from offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

  /// The number of bytes that are left.
  var rest: Int { bytes.count - offset }

  /// The error for what stands at the place that was reached.
  var refusal: AuditLogError { .format(.malformed(offset: offset)) }

  /// The next bytes.
  mutating func take(_ count: Int) throws(AuditLogError) -> [UInt8] {
    guard 0...rest ~= count else { throw refusal }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  /// The next number, with its most significant byte first.
  mutating func take<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type
  ) throws(AuditLogError) -> Number {
    try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number($1) }
  }

  /// The next hash value.
  mutating func takeHash() throws(AuditLogError) -> LogHash {
    let start = offset
    guard let hash = LogHash(try take(LogHash.byteCount)) else { throw .format(.malformed(offset: start)) }
    return hash
  }
}

extension [UInt8] {
  /// Adds a number, with its most significant byte first.
  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}
