import OmamoriCore

/// Takes the fields of a format of keys one after the other and never reads beyond its end; numbers are big-endian.
struct KeyFieldReader: ~Escapable {
  /// That the bytes are not of the format.
  struct Malformed: Error {}

  private let bytes: RawSpan
  private(set) var offset = 0

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) { self.bytes = bytes }

  /// The number of bytes that are left.
  var remaining: Int { bytes.byteCount - offset }

  /// A number.
  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type = Number.self
  ) throws(Malformed) -> Number {
    var number: Number = 0
    for byte in try take(Number.bitWidth / 8) { number = number << 8 | Number(byte) }
    return number
  }

  /// Bytes that are not secret.
  mutating func take(_ count: Int) throws(Malformed) -> [UInt8] {
    guard 0...remaining ~= count else { throw Malformed() }
    defer { offset += count }
    // because the copy is made before the closure returns
    return unsafe bytes.extracting(offset..<offset + count).withUnsafeBytes { unsafe Array($0) }
  }

  /// A secret.
  mutating func secret(_ count: Int) throws(Malformed) -> SharedSecretBytes {
    guard 0...remaining ~= count else { throw Malformed() }
    defer { offset += count }
    return SharedSecretBytes(SecretBytes(copying: bytes.extracting(offset..<offset + count)))
  }

  /// Makes sure that something holds.
  func require(_ holds: Bool) throws(Malformed) { guard holds else { throw Malformed() } }

  /// Makes sure that nothing is left.
  func end() throws(Malformed) { try require(remaining == 0) }
}
