import OmamoriCore

@testable import OmamoriAuditLog

/// Records for the tests of formats: every known event, every kind of field, and texts that want to be something else.
enum ExportFixtures {
  static let source = ExportSource(
    application: "omamori-test", version: "1.2", host: "host.example", process: 42)

  /// Texts that would forge lines, fields, quotations, headers or what a terminal shows.
  static let hostile = [
    "", " ", "a b", "監査ログ 🔏 が開かれました", "line\nCEF:0|x|y|z|1|forged|10|", "\r\n<13>1 - - - - - - forged",
    "\u{2028}\u{2029}\u{85}", "\u{1B}[2J\u{1B}]0;title\u{7}", "\u{0}\u{1}\u{7F}\u{9B}31m",
    "\u{202E}txt.exe\u{2066}", "\u{FEFF}bom", "a|b\\|c", "k=v cs1=other\\=x", "]\"\\] [forged@1 a=\"b\"]",
    "\"}],\"name\":\"forged\"", "</script><script>", "\\u0000\\n", "\\", "\\\\", "=", "|", "]", "\"",
    "commitment:0011", "%n%s${jndi:ldap://x}", String(repeating: "長", count: 1300),
    String(repeating: "\"\\]|=\n", count: 600), "e\u{301}\u{200D}\u{E000}",
  ]

  static func record(
    _ name: String = "app.event", _ category: AuditCategory = .application,
    _ severity: SecurityEvent.Severity = .notice, nanoseconds: Int64 = 1_795_355_400_123_456_789,
    correlation: String? = nil, fields: [AuditRecord.Field] = []
  ) -> AuditRecord {
    AuditRecord(
      nanoseconds: nanoseconds, elapsed: 5, name: name, category: category, severity: severity,
      correlation: correlation, fields: fields)
  }

  static func entry(_ record: AuditRecord, sequence: UInt64 = 7) -> ExportEntry {
    ExportEntry(record, log: Array(0..<16), segment: 3, sequence: sequence)
  }

  /// A private field whose sealed bytes are known, so that their absence can be shown.
  static let sealed = PrivateField(
    subject: [UInt8](repeating: 0x51, count: 16), key: [UInt8](repeating: 0x52, count: 8),
    nonce: [UInt8](repeating: 0x53, count: 16), commitment: [UInt8](repeating: 0xC0, count: 32),
    sealed: [UInt8](repeating: 0x54, count: 64))

  /// One field of each kind, and values at the ends of their ranges.
  static let kinds: [AuditRecord.Field] = [
    .init("bytes", .value(.bytes([0, 0xFF]))), .init("dropped", .dropped), .init("flag", .value(.flag(true))),
    .init("hashed", .hashed([UInt8](repeating: 0xAB, count: 16))), .init("largest", .value(.integer(.max))),
    .init("lowest", .value(.integer(.min))), .init("number", .value(.integer(-5))),
    .init("text", .value(.text("監査 = | ] \""))), .init("user", .sealed(sealed)),
  ]

  /// All of them.
  static let records: [AuditRecord] = known([]) + known(kinds) + forged + known(evil) + own + extremes

  private static let evil = fields("evil host\n\"]|=")

  private static let forged: [AuditRecord] = hostile.map { text in
    record(
      "app.hostile", correlation: String(String.UnicodeScalarView(text.unicodeScalars.prefix(8))),
      fields: fields(text))
  }

  private static let own: [AuditRecord] = AuditCategory.allCases.flatMap { category in
    SecurityEvent.Severity.allCases.map { severity in record("own.event", category, severity) }
  }

  private static let extremes: [AuditRecord] = [
    record(nanoseconds: -1), record(nanoseconds: .min), record(nanoseconds: .max),
    record(String(repeating: "a", count: 64), fields: collisions),
    record(fields: large),
  ]

  private static let large: [AuditRecord.Field] = (0..<64).map { number in
    AuditRecord.Field("f\(number)", .value(.text(String(repeating: "長", count: 1300))))
  }

  private static func known(_ fields: [AuditRecord.Field]) -> [AuditRecord] {
    KnownEvent.allCases.map { event in
      record(event.rawValue, event.category, event.severity, fields: fields)
    }
  }

  /// The fields that a format may look at, all with one text.
  private static func fields(_ text: String) -> [AuditRecord.Field] {
    ["host", "name", "resource", "scope", "user"].map { name in
      AuditRecord.Field(name, .value(.text(text)))
    }
  }

  /// Names that become the same in formats with narrower names.
  static let collisions: [AuditRecord.Field] = [
    .init("host-name", .value("one")), .init("host.name", .value("two")), .init("host_name", .dropped),
    .init(String(repeating: "n", count: 40) + "a", .value("three")),
    .init(String(repeating: "n", count: 40) + "b", .value("four")),
    .init(String(repeating: "n", count: 40) + "c", .sealed(sealed)),
    .init(String(repeating: "n", count: 40) + "d", .sealed(sealed)),
  ]
}
