import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore
import OmamoriCrypto

/// Writes the events of a log in a form.
struct ShownEvent: Sendable {
  private let form: LogFormatWord
  private let language: Language
  private let terminal: Terminal
  private let source: ExportSource
  private let log: LogKey
  /// Opens private fields, when they are to be shown.
  private let fields: PrivateFieldReader?

  init(
    _ form: LogFormatWord, _ language: Language, _ terminal: Terminal, of log: LogKey,
    application: String, fields: PrivateFieldReader?
  ) {
    (self.form, self.language, self.terminal) = (form, language, terminal)
    (self.log, self.fields) = (log, fields)
    source = ExportSource(
      application: application, version: application == "omamori" ? OmamoriTool.version : "")
  }

  /// A line, or lines, without anything that could move the cursor.
  ///
  /// - Throws: `AuditLogError`.
  func bytes(of entry: LogEntry) throws(AuditLogError) -> [UInt8] {
    let record = try AuditRecord(decoding: entry.payload)
    guard let format = form.format else { return Array(try text(record, entry.sequence).utf8) }
    let exported = ExportEntry(
      record, log: log.identifier, segment: entry.segment, sequence: entry.sequence)
    return format.bytes(of: exported, from: source, in: language) + [UInt8(ascii: "\n")]
  }

  private func text(_ record: AuditRecord, _ sequence: UInt64) throws(AuditLogError) -> String {
    let time = record.time.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
    let severity = SeverityWord(record.severity).text[language]
    var line =
      "\(sequence)  \(time)Z  \(styled(severity, record.severity))  \(terminal.styled(record.name, .bold))"
    if let correlation = record.correlation { line += "  [\(Self.plain(correlation))]" }
    for field in record.fields { line += "  \(field.name)=\(try Self.plain(value(field)))" }
    return line + "\n"
  }

  private func styled(_ word: String, _ severity: SecurityEvent.Severity) -> String {
    switch severity {
    case .information, .notice: word
    case .warning: terminal.styled(word, .yellow)
    case .critical: terminal.styled(word, .bold, .red)
    }
  }

  private func value(_ field: AuditRecord.Field) throws(AuditLogError) -> String {
    switch field.content {
    case .value(let value): return Self.word(value)
    case .hashed(let digest): return "#" + Data(digest).base64EncodedString()
    case .dropped: return LocalizedText("<left out>", ja: "<省略>")[language]
    case .sealed(let sealed):
      guard let fields else { return LocalizedText("<private>", ja: "<非公開>")[language] }
      do throws(AuditLogError) {
        return Self.word(try fields.value(of: sealed, named: field.name))
      } catch {
        guard error == .key(.erased) else { throw error }
        return LocalizedText("<erased>", ja: "<消去済み>")[language]
      }
    }
  }

  private static func word(_ value: AuditValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .bytes(let bytes): Data(bytes).base64EncodedString()
    }
  }

  private static func plain(_ text: String) -> String {
    let quoted = Printable.quote(text)
    return text.contains(" ") || text.isEmpty ? quoted : String(quoted.dropFirst().dropLast())
  }
}

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
