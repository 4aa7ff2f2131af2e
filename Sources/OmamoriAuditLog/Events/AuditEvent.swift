public import OmamoriCore

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
