import OmamoriCore

/// Reads the fields of a state, and nothing beyond its end.
struct StateReader {
  private let source: SharedSecretBytes
  private var offset = 0

  /// Begins at the first field.
  init(_ source: SharedSecretBytes) { self.source = source }

  /// Whether all bytes were read.
  var isAtEnd: Bool { offset == source.count }

  /// Reads an integer, the most significant byte first.
  mutating func integer<Integer: FixedWidthInteger>(
    _: Integer.Type = Integer.self
  ) throws(MessagingError) -> Integer {
    try bytes(Integer.bitWidth / 8).reduce(0) { $0 << 8 | Integer(truncatingIfNeeded: $1) }
  }

  /// Reads bytes that are not secret.
  mutating func bytes(_ count: Int) throws(MessagingError) -> [UInt8] {
    let range = try take(count)
    return source.withBytes { source in
      // because the copy outlives the closure
      unsafe source.extracting(range).withUnsafeBytes { unsafe Array($0) }
    }
  }

  /// Reads a key of 32 bytes.
  mutating func key() throws(MessagingError) -> SharedSecretBytes {
    let range = try take(32)
    return source.withBytes { SharedSecretBytes(SecretBytes(copying: $0.extracting(range))) }
  }

  /// Reads a ratchet public key, of which there is one encoding alone.
  mutating func point() throws(MessagingError) -> [UInt8] {
    let bytes = try bytes(CurveKeyRules.byteCount)
    guard CurveKeyRules.isAgreementKey(bytes) else { throw .storage(.damaged) }
    return bytes
  }

  /// Reads 0, or 1 and a value.
  mutating func optional<Value>(
    _ body: (inout StateReader) throws(MessagingError) -> Value
  ) throws(MessagingError) -> Value? {
    switch try integer(UInt8.self) {
    case 0: return nil
    case 1: return try body(&self)
    default: throw .storage(.damaged)
    }
  }

  private mutating func take(_ count: Int) throws(MessagingError) -> Range<Int> {
    guard count <= source.count - offset else { throw .storage(.damaged) }
    defer { offset += count }
    return offset..<offset + count
  }
}
