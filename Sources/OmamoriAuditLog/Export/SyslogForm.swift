import OmamoriCore

/// Events as messages of syslog (RFC 5424).
enum SyslogForm {
  /// The private enterprise number that is reserved for documentation (RFC 5612), since Omamori has none.
  static let enterprise = "32473"
  /// The longest value of a field, in bytes; what is longer is cut.
  private static let longestValue = 2048
  /// The facility "log audit".
  private static let facility = 13
  private static let mark = "\u{FEFF}"

  /// A record with its fields as structured data.
  static func message(
    of entry: ExportEntry, _ source: ExportSource, _ language: Language, limit: Int
  ) -> [UInt8] {
    let text = Array((" " + mark + ExportText.visible(entry.record.explanation[language])).utf8)
    let (start, facts) = beginning(entry, source)
    var room = limit - start.utf8.count - facts.utf8.count - text.count
    // The end of the element of facts, with the number of fields that were left out, and the frame of the other.
    room -= " omitted=\"99\"]".utf8.count + "[fields@\(enterprise)]".utf8.count
    var (fields, omitted) = ("", 0)
    for (name, value) in named(entry.record.fields) {
      let parameter = parameter(name, ExportText.cut(value, to: longestValue))
      if parameter.utf8.count <= room {
        fields += parameter
        room -= parameter.utf8.count
      } else {
        omitted += 1
      }
    }
    let end = (omitted > 0 ? " omitted=\"\(omitted)\"]" : "]")
    return Array((start + facts + end).utf8)
      + Array((fields.isEmpty ? "" : "[fields@\(enterprise)\(fields)]").utf8) + text
  }

  /// A record as a line of CEF that syslog carries.
  static func carrier(
    of entry: ExportEntry, _ source: ExportSource, _ language: Language, limit: Int
  ) -> [UInt8] {
    let (start, facts) = beginning(entry, source)
    let head = Array((start + facts + "] " + mark).utf8)
    return head + CEFForm.line(of: entry, source, language, limit: limit - head.count)
  }

  /// Everything before the fields; the last element is left open.
  private static func beginning(
    _ entry: ExportEntry, _ source: ExportSource
  ) -> (start: String, facts: String) {
    let record = entry.record
    let parts = [
      "<\(facility * 8 + severity(record.severity))>1",
      ExportTime(nanoseconds: record.nanoseconds).text(digits: 6),
      token(source.host, 255), token(source.application, 48),
      source.process.map(String.init) ?? "-", token(record.name, 32),
    ]
    let identity =
      "[origin" + parameter("software", ExportText.cut(source.application, to: 48))
      + parameter("swVersion", ExportText.cut(source.version, to: 32)) + "]"
    // Starts again after the greatest number that the element may have (section 7.3.1).
    let meta = "[meta" + parameter("sequenceId", String(entry.sequence % 2_147_483_647 + 1)) + "]"
    var facts =
      "[event@\(enterprise)" + parameter("id", entry.identifier) + parameter("name", record.name)
      + parameter("category", record.category.rawValue)
    if let correlation = record.correlation { facts += parameter("correlation", correlation) }
    return (parts.joined(separator: " ") + " " + identity + meta, facts)
  }

  /// The fields under names that syslog takes, each once: a protected one has how it is protected behind a colon.
  private static func named(_ fields: [AuditRecord.Field]) -> [(String, String)] {
    var taken: Set<String> = []
    return fields.map { field in
      let (protection, text) = ExportText.parts(field.content)
      let suffix = protection.map { ":" + $0 } ?? ""
      var (name, number) = (String(field.name.prefix(32 - suffix.utf8.count)) + suffix, 2)
      while !taken.insert(name).inserted {
        let ending = "~\(number)" + suffix
        (name, number) = (String(field.name.prefix(32 - ending.utf8.count)) + ending, number + 1)
      }
      return (name, text)
    }
  }

  /// A name and a value of structured data: `"`, `\` and `]` are escaped (section 6.3.3), and a line cannot end there.
  private static func parameter(_ name: String, _ value: String) -> String {
    let escaped = ExportText.visible(value).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("]", with: "\\]")
    return " \(name)=\"\(escaped)\""
  }

  /// A text of the header: visible ASCII characters without spaces, or a dash.
  private static func token(_ text: String, _ length: Int) -> String {
    let bytes = text.utf8.map { (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "_") }.prefix(length)
    return bytes.isEmpty ? "-" : String(decoding: bytes, as: UTF8.self)
  }

  private static func severity(_ severity: SecurityEvent.Severity) -> Int {
    switch severity {
    case .information: 6
    case .notice: 5
    case .warning: 4
    case .critical: 2
    }
  }
}
