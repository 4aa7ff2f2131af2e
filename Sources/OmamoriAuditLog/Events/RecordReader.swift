import OmamoriCore

/// Takes the fields of a stored record one after the other and never reads beyond its end.
///
/// Numbers are big-endian. One thread at a time.
struct RecordReader {
  /// What is left.
  private(set) var rest: ArraySlice<UInt8>
  private let start: Int

  /// Begins at the start.
  init(_ bytes: ArraySlice<UInt8>) { (rest, start) = (bytes, bytes.startIndex) }

  /// The number of bytes that are left.
  var remaining: Int { rest.count }
  /// Whether nothing is left.
  var isAtEnd: Bool { rest.isEmpty }
  /// The error for what stands here.
  var malformed: AuditLogError { .format(.malformed(offset: rest.startIndex - start)) }

  /// The next bytes.
  mutating func bytes(_ count: Int) throws(AuditLogError) -> ArraySlice<UInt8> {
    guard 0...rest.count ~= count else { throw malformed }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// The next byte.
  mutating func byte() throws(AuditLogError) -> UInt8 {
    guard let byte = rest.first else { throw malformed }
    rest = rest.dropFirst()
    return byte
  }

  /// A number of at most eight bytes.
  mutating func number(_ count: Int) throws(AuditLogError) -> UInt64 {
    try bytes(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A text of valid UTF-8.
  mutating func text(_ count: Int, limit: Int) throws(AuditLogError) -> String {
    guard count <= limit, let text = String(validating: try bytes(count), as: UTF8.self) else {
      throw malformed
    }
    return text
  }

  /// The name of an event or field, with its length before it.
  mutating func name() throws(AuditLogError) -> String {
    let name = try text(Int(byte()), limit: AuditRecord.longestName)
    guard AuditRecord.isName(name) else { throw malformed }
    return name
  }
}
