package import OmamoriCore

extension AuditEvent {
  /// Describes an event whose name is only known as the program runs, such as one that was typed.
  ///
  /// Names are checked when the event is recorded; they must not hold what is personal, which names in the program's text
  /// cannot by themselves.
  ///
  /// - Parameters:
  ///   - name: Lower-case words with dots, hyphens and digits, at most 64 bytes.
  ///   - category: The part of security that it is about.
  ///   - severity: How much attention it needs.
  ///   - correlation: What ties together the events of one request or session.
  ///   - fields: What is known about it.
  package init(
    named name: String, _ category: AuditCategory, _ severity: SecurityEvent.Severity,
    correlation: String? = nil, fields: [String: AuditField] = [:]
  ) {
    (self.name, self.category, self.severity) = (name, category, severity)
    self.correlation = correlation
    for (name, field) in fields { replace(name, field) }
  }

  /// Refuses what every log refuses: names that are none, and what is longer than allowed.
  ///
  /// - Throws: ``AuditLogError/event(_:)``.
  package func validate() throws(AuditLogError) {
    let contents = fields.map { name, field in
      switch field {
      case .public(let value), .private(let value, of: _): AuditRecord.Field(name, .value(value))
      case .hashed: AuditRecord.Field(name, .hashed([UInt8](repeating: 0, count: 16)))
      case .dropped: AuditRecord.Field(name, .dropped)
      }
    }
    let record = AuditRecord(
      nanoseconds: 0, elapsed: 0, name: name, category: category, severity: severity,
      correlation: correlation, fields: contents)
    _ = try record.encoded()
  }
}
