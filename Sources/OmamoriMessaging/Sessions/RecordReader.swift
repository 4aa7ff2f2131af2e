import OmamoriCore

/// Takes the parts of a stored record one after the other and never goes beyond its end.
struct RecordReader {
  private let record: SharedSecretBytes
  private var offset = 0

  init(_ record: SharedSecretBytes) { self.record = record }

  /// The error for a record that is not what it should be.
  static var refusal: MessagingError { .storage(.damaged) }

  /// The number of bytes that are left.
  var rest: Int { record.count - offset }

  /// The next bytes, which are no secret.
  mutating func take(_ count: Int) throws(MessagingError) -> [UInt8] {
    guard 0...rest ~= count else { throw Self.refusal }
    let start = offset
    offset += count
    return record.withBytes { bytes in
      // because every pattern of bits is a UInt8
      (start..<start + count).map { unsafe bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
  }

  /// The next number, with its most significant byte first.
  mutating func take<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type
  ) throws(MessagingError) -> Number {
    try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number($1) }
  }

  /// The next bytes, which are a secret.
  mutating func takeSecret(_ count: Int) throws(MessagingError) -> SharedSecretBytes {
    guard 0...rest ~= count else { throw Self.refusal }
    let start = offset
    offset += count
    return record.withBytes { SharedSecretBytes(SecretBytes(copying: $0.extracting(start..<start + count))) }
  }

  /// Refuses bytes behind the last part.
  func finish() throws(MessagingError) {
    guard rest == 0 else { throw Self.refusal }
  }
}
