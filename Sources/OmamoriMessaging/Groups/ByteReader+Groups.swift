import OmamoriCore
import OmamoriCrypto

// The fields that ``GroupFieldWriter`` puts together.
extension ByteReader where Failure == MessagingError {
  /// Begins at the start; everything that is not as expected is `fault`.
  @_lifetime(copy source)
  init(_ source: RawSpan, _ fault: MessagingError) { self.init(source) { _, _ in fault } }

  /// Bytes after their number.
  mutating func bytes(limit: Int) throws(MessagingError) -> [UInt8] {
    try field(in: 4, limit: limit).byteArray
  }

  /// Text after its size; refused when it is not UTF-8.
  mutating func text(limit: Int) throws(MessagingError) -> String { try text(try count(limit: limit)) }

  /// A key of 32 bytes.
  mutating func key() throws(MessagingError) -> SymmetricKey {
    let bytes = try span(32)
    // because the key copies the bytes
    return unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
  }

  /// A point in time in whole seconds.
  mutating func date() throws(MessagingError) -> Date {
    let seconds = Int64(bitPattern: try number(UInt64.self))
    try require((-1_000_000_000_000...1_000_000_000_000).contains(seconds))
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// The number of elements that follow, at most `limit`.
  mutating func count(limit: Int) throws(MessagingError) -> Int { try count(in: 4, limit: limit) }
}
