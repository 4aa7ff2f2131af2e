#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuditLog

/// The form in which events are shown, as it is typed.
enum LogFormatWord: String, CaseIterable, CommandLineValue {
  case text, jsonl, ocsf, cef, syslog
  case syslogCEF = "syslog-cef"
  case otlp

  /// The format as the library takes it; `nil` for text.
  var format: ExportFormat? { ExportFormat(rawValue: rawValue) }
}
#endif
