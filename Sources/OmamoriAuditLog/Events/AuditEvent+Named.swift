package import OmamoriCore
import OmamoriCrypto

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

  /// Refuses what every log refuses: names that are none, and what is longer than allowed when secrets are taken out and
  /// private values sealed.
  ///
  /// - Throws: ``AuditLogError/event(_:)``, ``AuditLogError/core(_:)``.
  package func validate() throws(AuditLogError) {
    let screening = SecretScreening.redact
    // The length of what is sealed does not depend on the key.
    let key = SubjectKeys.Key(
      id: [UInt8](repeating: 0, count: 8), key: SymmetricKey(size: .bits256))
    let tag = [UInt8](repeating: 0, count: 16)
    var contents: [AuditRecord.Field] = []
    for (name, field) in fields {
      guard AuditRecord.isName(name) else { throw .event(.invalidName) }
      switch field {
      case .public(let value): contents.append(.init(name, .value(try screening.screened(value))))
      case .private(let value, _):
        let kept = try screening.screened(value, for: EventEncoder.shapesInPrivate)
        guard kept.storedBytes.count <= AuditRecord.longestValue else {
          throw .event(.tooLarge(limit: AuditRecord.longestValue))
        }
        contents.append(
          .init(name, .sealed(try PrivateField(sealing: kept, named: name, of: tag, under: key))))
      case .hashed: contents.append(.init(name, .hashed(tag)))
      case .dropped: contents.append(.init(name, .dropped))
      }
    }
    var correlation = correlation
    if let text = correlation, let redacted = try screening.screened(text, for: SecretShape.all) {
      correlation = redacted
    }
    let record = AuditRecord(
      nanoseconds: 0, elapsed: 0, name: name, category: category, severity: severity,
      correlation: correlation, fields: contents.sorted { $0.name < $1.name })
    _ = try record.encoded()
  }
}
