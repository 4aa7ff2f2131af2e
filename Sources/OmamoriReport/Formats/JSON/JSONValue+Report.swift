import OmamoriCore

extension JSONValue {
  /// An array of strings.
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  /// A string, or `null`.
  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// An integer, or `null`.
  static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }
}

extension AuditReport {
  /// When the audit began, as reports write it: RFC 3339 in UTC with milliseconds.
  var startedAtText: String { Self.timestamp(startedAt) }

  /// When the audit ended, as reports write it.
  var endedAtText: String {
    Self.timestamp(startedAt.addingTimeInterval(Double(durationMilliseconds) / 1000))
  }

  /// How long the audit took, in whole milliseconds.
  var durationMilliseconds: Int64 {
    duration.wholeMilliseconds
  }

  static func timestamp(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded down.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
