public import OmamoriCore
import OmamoriCrypto

/// Something that happened and that somebody may have to account for.
///
/// Name, category and severity say what; ``fields`` say the rest, each with its own privacy. Time, sequence and the
/// device are the log's to add. A value; safe to share between threads.
public struct AuditEvent: Sendable, Hashable {
  /// What happened, such as `session.expired`.
  public let name: String
  /// The part of security that it is about.
  public let category: AuditCategory
  /// How much attention it needs.
  public let severity: SecurityEvent.Severity
  /// What ties together the events of one request or session, in at most 64 bytes; `nil` for none.
  public var correlation: String?
  /// What is known about it, in at most ``AuditRecord/greatestFieldCount`` fields.
  public private(set) var fields: [String: AuditField] = [:]

  /// Describes an event of the app's own.
  ///
  /// - Parameters:
  ///   - name: Lower-case words with dots, hyphens and digits, at most 64 bytes.
  ///   - category: The part of security that it is about.
  ///   - severity: How much attention it needs.
  public init(_ name: StaticString, _ category: AuditCategory, _ severity: SecurityEvent.Severity) {
    (self.name, self.category, self.severity) = (String(describing: name), category, severity)
  }

  /// Describes an event that is known by name, with its usual severity unless another is given.
  public init(_ known: KnownEvent, severity: SecurityEvent.Severity? = nil) {
    (name, category, self.severity) = (known.rawValue, known.category, severity ?? known.severity)
  }

  /// Takes over what a module of the toolkit saw; its attributes are harmless by type and become public.
  public init(_ event: SecurityEvent) {
    (name, category, severity) = (event.name, AuditCategory(event.category), event.severity)
    for (name, value) in event.attributes {
      fields[name] =
        switch value {
        case .integer(let number): .public(.integer(Int64(number)))
        case .flag(let flag): .public(.flag(flag))
        case .text(let text): .public(.text(text.description))
        case .fingerprint(let bytes): .public(.bytes(bytes))
        }
    }
  }

  /// The event with one more field.
  ///
  /// - Parameters:
  ///   - name: The field's name, of the form of an event's; an earlier field under it is replaced.
  ///   - field: What is recorded.
  /// - Returns: The event with the field.
  public func with(_ name: StaticString, _ field: AuditField) -> AuditEvent {
    var event = self
    event.fields[String(describing: name)] = field
    return event
  }

  /// Puts another field in the place of one.
  mutating func replace(_ name: String, _ field: AuditField) { fields[name] = field }

  /// The event, tied to others.
  ///
  /// - Parameter correlation: What ties them together, such as a request's identifier.
  /// - Returns: The event with it.
  public func correlated(_ correlation: String) -> AuditEvent {
    var event = self
    event.correlation = correlation
    return event
  }

  /// What happened, as a sentence; a general one for a name that is not a ``KnownEvent``.
  public var explanation: LocalizedText { KnownEvent.explanation(of: name) }
}

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
