import OmamoriCore
import OmamoriCrypto

/// Takes fields apart that ``GroupFieldWriter`` put together, and fails where they end too early.
///
/// A value; safe to share between threads.
struct GroupFieldReader: Sendable {
  private let source: SharedSecretBytes
  private var offset = 0
  /// What is thrown for bytes that are not as expected.
  private let fault: MessagingError

  /// Reads what was kept, or came inside a conversation.
  init(_ source: SharedSecretBytes, _ fault: MessagingError = .message(.malformed)) {
    (self.source, self.fault) = (source, fault)
  }

  /// Reads what may be public.
  init(_ bytes: [UInt8], _ fault: MessagingError = .message(.malformed)) {
    self.init(SharedSecretBytes(SecretBytes(copying: bytes)), fault)
  }

  /// The number of bytes that are left.
  var remaining: Int { source.count - offset }

  /// A number.
  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ type: Number.Type = Number.self
  ) throws(MessagingError) -> Number {
    var number: Number = 0
    for byte in try raw(Number.bitWidth / 8) { number = number << 8 | Number(byte) }
    return number
  }

  /// Bytes whose number is known.
  mutating func raw(_ count: Int) throws(MessagingError) -> [UInt8] {
    let start = try take(count)
    return source.withBytes { $0.extracting(start..<start + count).copiedBytes }
  }

  /// Bytes after their number.
  mutating func bytes(limit: Int) throws(MessagingError) -> [UInt8] {
    let count = try number(UInt32.self)
    guard count <= limit else { throw fault }
    return try raw(Int(count))
  }

  /// Text after its size; refused when it is not UTF-8.
  mutating func text(limit: Int) throws(MessagingError) -> String {
    guard let text = String(validating: try bytes(limit: limit), as: UTF8.self) else { throw fault }
    return text
  }

  /// A key of 32 bytes.
  mutating func key() throws(MessagingError) -> SymmetricKey {
    let start = try take(32)
    return source.withBytes { span in
      // because the key copies the bytes
      unsafe span.extracting(start..<start + 32).withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
  }

  /// A secret of a known size.
  mutating func secret(_ count: Int) throws(MessagingError) -> SharedSecretBytes {
    let start = try take(count)
    return source.withBytes { SharedSecretBytes(SecretBytes(copying: $0.extracting(start..<start + count))) }
  }

  /// A point in time in whole seconds.
  mutating func date() throws(MessagingError) -> Date {
    let seconds = Int64(bitPattern: try number(UInt64.self))
    guard abs(seconds.clamped) <= 1_000_000_000_000 else { throw fault }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// The number of elements that follow, at most `limit`.
  mutating func count(limit: Int) throws(MessagingError) -> Int {
    let count = try number(UInt32.self)
    guard count <= limit else { throw fault }
    return Int(count)
  }

  /// A byte that is 0 or 1.
  mutating func flag() throws(MessagingError) -> Bool {
    let byte = try number(UInt8.self)
    guard byte <= 1 else { throw fault }
    return byte == 1
  }

  /// Refuses what comes after the last field.
  func finish() throws(MessagingError) {
    guard remaining == 0 else { throw fault }
  }

  private mutating func take(_ count: Int) throws(MessagingError) -> Int {
    guard count >= 0, count <= remaining else { throw fault }
    defer { offset += count }
    return offset
  }
}

extension Int64 {
  /// The number, or the nearest one whose magnitude can be held.
  fileprivate var clamped: Int64 { Swift.max(self, -Int64.max) }
}
