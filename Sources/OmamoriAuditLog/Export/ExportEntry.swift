/// A record with its place in a log, as it goes out of the log in a format that others read.
///
/// A value; safe to share between threads.
public struct ExportEntry: Sendable, Hashable {
  /// The identifier of the log.
  public let log: [UInt8]
  /// The number of the segment.
  public let segment: UInt64
  /// The number of the record in the log.
  public let sequence: UInt64
  /// The record.
  public let record: AuditRecord

  /// Names a record's place.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - log: The identifier of the log.
  ///   - segment: The number of the segment.
  ///   - sequence: The number of the record.
  public init(_ record: AuditRecord, log: [UInt8], segment: UInt64, sequence: UInt64) {
    (self.record, self.log, self.segment, self.sequence) = (record, log, segment, sequence)
  }

  /// What no other record has, and what is the same each time that the record goes out: log, segment and number.
  public var identifier: String { "\(ExportText.hexadecimal(log))-\(segment)-\(sequence)" }
}
