import OmamoriCore

/// Events as log records of OpenTelemetry's protocol in JSON (OTLP 1.x): a whole document for each.
enum OpenTelemetryForm {
  private static let scope = "omamori.audit-log"

  /// A record as a document with one log record.
  static func value(of entry: ExportEntry, _ source: ExportSource, _ language: Language) -> JSONValue {
    [
      "resourceLogs": [
        [
          "resource": ["attributes": .array(resource(entry, source))],
          "scopeLogs": [
            ["scope": ["name": .string(scope), "version": "1"], "logRecords": [record(entry, language)]]
          ],
        ]
      ]
    ]
  }

  private static func resource(_ entry: ExportEntry, _ source: ExportSource) -> [JSONValue] {
    var attributes = [
      attribute("service.name", string(source.application)),
      attribute("service.version", string(source.version)),
      attribute("omamori.log", string(Hexadecimal.text(of: entry.log))),
    ]
    if !source.host.isEmpty { attributes.append(attribute("host.name", string(source.host))) }
    if let process = source.process {
      attributes.append(attribute("process.pid", ["intValue": .string(String(process))]))
    }
    return attributes
  }

  private static func record(_ entry: ExportEntry, _ language: Language) -> JSONValue {
    let record = entry.record
    // The protocol has no time before 1970; zero says that it is not known.
    let time = JSONValue.string(String(max(0, record.nanoseconds)))
    var attributes = [
      attribute("log.record.uid", string(entry.identifier)),
      attribute("omamori.segment", ["intValue": .string(String(Int64(clamping: entry.segment)))]),
      attribute("omamori.sequence", ["intValue": .string(String(Int64(clamping: entry.sequence)))]),
      attribute("omamori.category", string(record.category.rawValue)),
    ]
    if let correlation = record.correlation {
      attributes.append(attribute("omamori.correlation", string(correlation)))
    }
    attributes += record.fields.map(field)
    let (number, text) = severity(record.severity)
    return [
      "timeUnixNano": time, "observedTimeUnixNano": time, "severityNumber": .integer(number),
      "severityText": .string(text), "eventName": .string(record.name),
      "body": string(record.explanation[language]), "attributes": .array(attributes),
    ]
  }

  /// A field; what its name begins with says how it is protected.
  private static func field(_ field: AuditRecord.Field) -> JSONValue {
    switch field.content {
    case .value(.text(let text)): return attribute("omamori.field.\(field.name)", string(text))
    case .value(.integer(let number)):
      return attribute("omamori.field.\(field.name)", ["intValue": .string(String(number))])
    case .value(.flag(let flag)):
      return attribute("omamori.field.\(field.name)", ["boolValue": .bool(flag)])
    case .value(.bytes(let bytes)):
      return attribute(
        "omamori.field.\(field.name)", ["bytesValue": .string(Data(bytes).base64EncodedString())])
    case .sealed, .hashed, .dropped:
      let (protection, text) = ExportText.parts(field.content)
      return attribute("omamori.\(protection ?? "").\(field.name)", string(text))
    }
  }

  private static func attribute(_ key: String, _ value: JSONValue) -> JSONValue {
    ["key": .string(key), "value": value]
  }

  private static func string(_ text: String) -> JSONValue { ["stringValue": .string(text)] }

  /// The number as OpenTelemetry maps the severities of syslog.
  private static func severity(_ severity: SecurityEvent.Severity) -> (Int, String) {
    switch severity {
    case .information: (9, "INFO")
    case .notice: (10, "NOTICE")
    case .warning: (13, "WARN")
    case .critical: (18, "CRITICAL")
    }
  }
}
