package import OmamoriCore

/// The formats in which events go out to programs that are not Omamori.
///
/// All of them show private fields as commitments only, and none of them lets a text of an event end a line, a field or a
/// quotation. The same record gives the same bytes each time.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
  /// A JSON object a line, with everything that the record has, in the schema of Omamori.
  case jsonLines = "jsonl"
  /// A JSON object a line, of the Open Cybersecurity Schema Framework 1.6.
  case ocsf
  /// A line of the Common Event Format.
  case cef
  /// A message of syslog (RFC 5424) with the fields as structured data.
  case syslog
  /// A message of syslog (RFC 5424) whose text is a line of the Common Event Format.
  case syslogCEF = "syslog-cef"
  /// A document of OpenTelemetry's protocol with one log record, in JSON.
  case openTelemetry = "otlp"

  /// The greatest message of syslog, in bytes, unless another is given.
  public static let standardMessageSize = 8192

  /// The media type of a batch.
  public var mediaType: String {
    switch self {
    case .jsonLines, .ocsf: "application/x-ndjson"
    case .cef, .syslog, .syslogCEF: "text/plain; charset=utf-8"
    case .openTelemetry: "application/json"
    }
  }

  /// A record in this format.
  ///
  /// - Parameters:
  ///   - entry: The record and its place.
  ///   - source: Who writes the log.
  ///   - language: The language of the sentence that explains the event.
  ///   - messageSize: The greatest message of syslog, in bytes, 2048 or more; fields that find no room are counted and
  ///     left out. Other formats have no bound but that of the record.
  /// - Returns: One line in UTF-8, without a line feed at its end or within.
  package func bytes(
    of entry: ExportEntry, from source: ExportSource, in language: Language = .en,
    messageSize: Int = standardMessageSize
  ) -> [UInt8] {
    switch self {
    case .jsonLines: JSONLinesForm.value(of: entry, source, language).utf8()
    case .ocsf: OCSFForm.value(of: entry, source, language).utf8()
    case .cef: CEFForm.line(of: entry, source, language, limit: .max)
    case .syslog: SyslogForm.message(of: entry, source, language, limit: max(2048, messageSize))
    case .syslogCEF: SyslogForm.carrier(of: entry, source, language, limit: max(2048, messageSize))
    case .openTelemetry: OpenTelemetryForm.value(of: entry, source, language).utf8()
    }
  }
}

/// A record with its place in a log, as it goes out of the log in a format that others read.
package struct ExportEntry: Sendable, Hashable {
  /// The identifier of the log.
  package let log: [UInt8]
  /// The number of the segment.
  package let segment: UInt64
  /// The number of the record in the log.
  package let sequence: UInt64
  /// The record.
  package let record: AuditRecord

  /// Names a record's place.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - log: The identifier of the log.
  ///   - segment: The number of the segment.
  ///   - sequence: The number of the record.
  package init(_ record: AuditRecord, log: [UInt8], segment: UInt64, sequence: UInt64) {
    (self.record, self.log, self.segment, self.sequence) = (record, log, segment, sequence)
  }

  /// What no other record has, and what is the same each time that the record goes out: log, segment and number.
  package var identifier: String { "\(Hexadecimal.text(of: log))-\(segment)-\(sequence)" }
}

/// Who writes the events of a log: facts that are the same for all of them.
public struct ExportSource: Sendable, Hashable {
  /// The program's name.
  public let application: String
  /// The program's version.
  public let version: String
  /// The machine's name; empty when it is not to be told.
  public let host: String
  /// The number of the process; `nil` when it is not to be told.
  public let process: Int32?

  /// Names who writes.
  ///
  /// - Parameters:
  ///   - application: The program's name.
  ///   - version: The program's version.
  ///   - host: The machine's name; empty when it is not to be told.
  ///   - process: The number of the process; `nil` when it is not to be told.
  public init(application: String, version: String, host: String = "", process: Int32? = nil) {
    (self.application, self.version, self.host, self.process) = (application, version, host, process)
  }
}

/// A moment of UTC, as texts of RFC 3339 have it.
struct ExportTime {
  private let seconds: Int64
  private let fraction: Int64

  /// Takes nanoseconds since 1970.
  init(nanoseconds: Int64) {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    (seconds, fraction) = remainder < 0 ? (quotient - 1, remainder + 1_000_000_000) : (quotient, remainder)
  }

  /// Milliseconds since 1970.
  var milliseconds: Int64 { seconds * 1000 + fraction / 1_000_000 }

  /// The moment with so many digits of a second, at most nine, such as `2026-11-22T13:50:00.123456Z`.
  func text(digits: Int) -> String {
    let second = Int((seconds % 86_400 + 86_400) % 86_400)
    let day = GregorianDay(number: Int((seconds - Int64(second)) / 86_400))
    let time = [second / 3600, second / 60 % 60, second % 60].map { GregorianDay.padded($0, 2) }
    let digits = GregorianDay.padded(Int(fraction), 9).prefix(digits)
    return "\(day)T\(time.joined(separator: ":")).\(digits)Z"
  }
}

/// Texts as they may stand in a line that people and old programs read.
enum ExportText {
  /// The text with every character visible: control characters become the pictures of them that Unicode has (U+2400
  /// and following), and what moves text around on a screen becomes `�`.
  static func visible(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(visible(scalar)) }
    return String(scalars)
  }

  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x20...0x7E: scalar
    case 0...0x1F: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    // Controls of ISO 6429, line and paragraph separators, and what changes the direction of a text.
    case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x61C, 0x200E, 0x200F, 0xFEFF, 0xFFF9...0xFFFB:
      "\u{FFFD}"
    default: scalar
    }
  }

  /// The text, cut between two characters so that it has at most so many bytes, with `…` at the end when it was cut.
  static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var scalars = String.UnicodeScalarView()
    var count = 3
    for scalar in text.unicodeScalars {
      count += scalar.utf8.count
      guard count <= limit else { break }
      scalars.append(scalar)
    }
    scalars.append("\u{2026}")
    return String(scalars)
  }

  /// A value as a text; bytes are in hexadecimal.
  static func text(_ value: AuditValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .bytes(let bytes): Hexadecimal.text(of: bytes)
    }
  }

  /// What stands for a field in formats that know texts only: how it is protected, when it is, and a text.
  static func parts(_ content: AuditRecord.Field.Content) -> (protection: String?, text: String) {
    switch content {
    case .value(let value): (nil, text(value))
    case .sealed(let field): ("commitment", Hexadecimal.text(of: field.commitment))
    case .hashed(let digest): ("hashed", Hexadecimal.text(of: digest))
    case .dropped: ("dropped", "")
    }
  }

  /// How much attention an event needs, as a word.
  static func word(_ severity: SecurityEvent.Severity) -> String {
    switch severity {
    case .information: "information"
    case .notice: "notice"
    case .warning: "warning"
    case .critical: "critical"
    }
  }
}
