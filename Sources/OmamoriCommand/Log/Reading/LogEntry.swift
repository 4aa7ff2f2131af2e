#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuditLog
import OmamoriCore

/// An event as it stands in a log, opened.
struct LogEntry: Sendable {
  let sequence: UInt64
  let segment: UInt64
  let payload: [UInt8]
}

/// Reads the events of a log in batches, on threads of their own.
struct LogEntries: Sendable {
  private static let batchCount = 512
  private var reader: LogReader

  init(_ reader: LogReader) { self.reader = reader }

  /// The next events.
  ///
  /// - Returns: The events, and whether the end of the log was reached.
  /// - Throws: `AuditLogError`, `CancellationError`.
  mutating func next() async throws -> (entries: [LogEntry], isAtEnd: Bool) {
    let (start, cancellation) = (reader, Cancellation())
    let (entries, isAtEnd, rest) = try await cancellation.run {
      var (reader, entries) = (start, [LogEntry]())
      while entries.count < Self.batchCount {
        try cancellation.check()
        guard let frame = try reader.readNext() else { return (entries, true, reader) }
        guard frame.kind == .event, let segment = reader.header?.position.segment else { continue }
        entries.append(LogEntry(sequence: frame.sequence, segment: segment, payload: frame.payload))
      }
      return (entries, false, reader)
    }
    reader = rest
    return (entries, isAtEnd)
  }
}
#endif
