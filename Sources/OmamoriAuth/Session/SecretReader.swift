import OmamoriCore

/// Reads what ``SecretWriter`` wrote; nothing in it leads beyond its end.
struct SecretReader: ~Escapable {
  /// The longest text or secret that is read.
  static let greatestLength = 256 << 10

  private let bytes: RawSpan
  private var offset = 0

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.byteCount }

  @_lifetime(self: copy self)
  mutating func byte() throws(AuthError) -> UInt8 {
    guard offset < bytes.byteCount else { throw .session(.corrupt) }
    defer { offset += 1 }
    // because the offset was compared with the size
    return unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  @_lifetime(self: copy self)
  mutating func integer() throws(AuthError) -> UInt64 {
    var value: UInt64 = 0
    for _ in 0..<8 { value = value << 8 | UInt64(try byte()) }
    return value
  }

  @_lifetime(self: copy self)
  mutating func date() throws(AuthError) -> Date {
    Date(timeIntervalSince1970: Double(Int64(bitPattern: try integer())) / 1000)
  }

  @_lifetime(self: copy self)
  mutating func duration() throws(AuthError) -> Duration? {
    let value = Int64(bitPattern: try integer())
    guard value != .min else { return nil }
    return .milliseconds(value)
  }

  @_lifetime(self: copy self)
  mutating func text() throws(AuthError) -> String? {
    guard let range = try range(Self.greatestLength) else { return nil }
    guard let text = String(validating: bytes.extracting(range).byteArray, as: UTF8.self) else {
      throw .session(.corrupt)
    }
    return text
  }

  @_lifetime(self: copy self)
  mutating func secret(limit: Int = Self.greatestLength) throws(AuthError) -> SecretText? {
    guard let range = try range(limit) else { return nil }
    return SecretText(SecretBytes(copying: bytes.extracting(range)))
  }

  @_lifetime(self: copy self)
  private mutating func range(_ limit: Int) throws(AuthError) -> Range<Int>? {
    var length: UInt32 = 0
    for _ in 0..<4 { length = length << 8 | UInt32(try byte()) }
    guard length != .max else { return nil }
    guard Int(length) <= limit, Int(length) <= bytes.byteCount - offset else {
      throw .session(.corrupt)
    }
    defer { offset += Int(length) }
    return offset..<(offset + Int(length))
  }
}
