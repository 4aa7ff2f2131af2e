public import OmamoriCore

/// The formats in which events go out to programs that are not Omamori.
///
/// All of them show private fields as commitments only, and none of them lets a text of an event end a line, a field or a
/// quotation. The same record gives the same bytes each time. A value; safe to share between threads.
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
  public func bytes(
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
