import OmamoriCore

/// Events in the Common Event Format, version 0 (ArcSight, "Common Event Format Implementation Standard").
enum CEFForm {
  private static let vendor = "Omamori"
  private static let product = "Audit Log"
  /// What the names of fields begin with that are not in CEF's dictionary: vendor and product, letters only.
  private static let prefix = "OmamoriAuditLog"
  /// The longest text of `msg` in CEF's dictionary, in characters.
  private static let longestMessage = 1023

  /// A record as a line of at most so many bytes; fields that find no room are counted in `OmamoriAuditLog_omitted`.
  static func line(
    of entry: ExportEntry, _ source: ExportSource, _ language: Language, limit: Int
  ) -> [UInt8] {
    let record = entry.record
    let message = record.explanation[language]
    let header = [vendor, product, source.version, record.name, message, String(severity(record.severity))]
    var line = Array(("CEF:0|" + header.map(header(_:)).joined(separator: "|") + "|").utf8)
    line += Array(facts(entry, source, message).map(pair).joined(separator: " ").utf8)
    let omission = " \(prefix)_omitted=99".utf8.count
    var omitted = 0
    for (key, value) in keyed(record.fields) {
      let bytes = Array((" " + pair((key, value))).utf8)
      if line.count + bytes.count + omission <= limit { line += bytes } else { omitted += 1 }
    }
    if omitted > 0 { line += Array(" \(prefix)_omitted=\(omitted)".utf8) }
    return line
  }

  /// What is known of every event, under names of CEF's dictionary.
  private static func facts(
    _ entry: ExportEntry, _ source: ExportSource, _ message: String
  ) -> [(String, String)] {
    let record = entry.record
    var facts = [
      ("rt", String(ExportTime(nanoseconds: record.nanoseconds).milliseconds)),
      ("externalId", entry.identifier), ("cat", record.category.rawValue),
      ("msg", ExportText.cut(message, to: longestMessage)),
      ("deviceProcessName", ExportText.cut(source.application, to: longestMessage)),
    ]
    if !source.host.isEmpty { facts.append(("dvchost", ExportText.cut(source.host, to: 100))) }
    if let process = source.process { facts.append(("dvcpid", String(process))) }
    if let correlation = record.correlation {
      facts += [("cs1Label", "correlation"), ("cs1", correlation)]
    }
    return facts
  }

  /// The fields under names that CEF takes, each once.
  private static func keyed(_ fields: [AuditRecord.Field]) -> [(String, String)] {
    var taken: Set<String> = []
    return fields.map { field in
      let (protection, text) = ExportText.parts(field.content)
      let stem = prefix + joined(field.name) + (protection.map { "_" + $0 } ?? "")
      var (key, number) = (stem, 2)
      while !taken.insert(key).inserted { (key, number) = ("\(stem)_\(number)", number + 1) }
      return (key, text)
    }
  }

  /// `host-name` as `HostName`.
  private static func joined(_ name: String) -> String {
    name.split { ".-_".contains($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func pair(_ pair: (key: String, value: String)) -> String {
    pair.key + "=" + value(pair.value)
  }

  /// A text in the header: `\` and `|` are escaped, and a line cannot end there.
  static func header(_ text: String) -> String {
    ExportText.visible(text).replacing("\\", with: "\\\\").replacing("|", with: "\\|")
  }

  /// A text in the extension: `\`, `=` and the ends of lines are escaped.
  static func value(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\".unicodeScalars
      case "=": escaped += "\\=".unicodeScalars
      case "\n": escaped += "\\n".unicodeScalars
      case "\r": escaped += "\\r".unicodeScalars
      default: escaped += ExportText.visible(String(scalar)).unicodeScalars
      }
    }
    return String(escaped)
  }

  private static func severity(_ severity: SecurityEvent.Severity) -> Int {
    switch severity {
    case .information: 2
    case .notice: 4
    case .warning: 7
    case .critical: 10
    }
  }
}
