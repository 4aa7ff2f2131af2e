#if !canImport(Darwin)
import OmamoriCore

/// Takes the fields of a binary format one after the other and never reads beyond its end.
///
/// Numbers are big-endian. One thread at a time.
struct FieldReader: ~Escapable {
  /// That the bytes are not of the format.
  struct Malformed: Error {}

  private let bytes: RawSpan
  private var offset = 0

  /// Begins at the start.
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) { self.bytes = bytes }

  /// The number of bytes that are left.
  var remaining: Int { bytes.byteCount - offset }

  /// A number.
  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type
  ) throws(Malformed) -> Number {
    let count = Number.bitWidth / 8
    guard remaining >= count else { throw Malformed() }
    var number: Number = 0
    for index in offset..<offset + count {
      // because the index is below the number of bytes
      number = number << 8 | Number(unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
    }
    offset += count
    return number
  }

  /// A number of bytes that are not secret.
  mutating func bytes(_ count: Int) throws(Malformed) -> [UInt8] {
    guard 0...remaining ~= count else { throw Malformed() }
    defer { offset += count }
    // because the indices are below the number of bytes
    return (offset..<offset + count).map { unsafe bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
  }

  /// A secret.
  mutating func secret(_ count: Int) throws(Malformed) -> SharedSecretBytes {
    guard 0...remaining ~= count else { throw Malformed() }
    defer { offset += count }
    return SharedSecretBytes(SecretBytes(copying: bytes.extracting(offset..<offset + count)))
  }

  /// Makes sure that nothing is left.
  func end() throws(Malformed) { guard remaining == 0 else { throw Malformed() } }
}
#endif
