import OmamoriCore

/// How far a log was handed on, as it is kept beside the log: version 1, five numbers of eight bytes.
///
/// A value; safe to share between threads.
struct DeliveryCursor: Sendable, Hashable {
  private static let version: UInt8 = 1
  /// The length of the form in bytes.
  static let byteCount = 41

  /// The first entry that was not acknowledged.
  var next: UInt64 = 0
  /// The end of the batch that is on its way and that is sent again with the same identifier; 0 for none.
  var end: UInt64 = 0
  /// The end of a batch that was refused and that is sent in halves; 0 for none.
  var refusedEnd: UInt64 = 0
  /// How many records were set aside.
  var isolated: UInt64 = 0
  /// The last record that was set aside.
  var lastIsolated: UInt64 = 0

  /// Begins at an entry.
  init(next: UInt64 = 0) { self.next = next }

  /// Reads the form.
  init(decoding bytes: [UInt8]) throws(AuditLogError) {
    var reader = ByteReader(log: bytes.rawSpan)
    guard try reader.number(UInt8.self) == Self.version else { throw .format(.unknownVersion) }
    next = try reader.number()
    end = try reader.number()
    refusedEnd = try reader.number()
    isolated = try reader.number()
    lastIsolated = try reader.number()
    guard reader.isAtEnd, end == 0 || end > next else { throw reader.error() }
  }

  /// Whether it is one of a log with so many entries.
  func isWithin(_ count: UInt64) -> Bool { max(next, end, refusedEnd) <= count }

  /// The form.
  var encoded: [UInt8] {
    var bytes = [Self.version]
    for number in [next, end, refusedEnd, isolated, lastIsolated] { bytes.append(bigEndian: number) }
    return bytes
  }
}
