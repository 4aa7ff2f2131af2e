public import OmamoriCore
import OmamoriCrypto

/// Something that happened and that somebody may have to account for.
///
/// Name, category and severity say what; ``fields`` say the rest, each with its own privacy. Time, sequence and the
/// device are the log's to add.
public struct AuditEvent: Sendable, Hashable {
  /// What happened, such as `session.expired`.
  public let name: String
  /// The part of security that it is about.
  public let category: AuditCategory
  /// How much attention it needs.
  public let severity: SecurityEvent.Severity
  /// What ties together the events of one request or session, in at most 64 bytes; `nil` for none.
  public var correlation: String?
  /// What is known about it, in at most 64 fields.
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

/// The part of a program's security that an ``AuditEvent`` is about.
@nonexhaustive
public enum AuditCategory: String, Sendable, Hashable, CaseIterable {
  /// Signing in and proving who one is.
  case authentication
  /// Sessions and their tokens.
  case session
  /// Stored secrets.
  case keychain
  /// Keys and sealed data.
  case cryptography
  /// Connections, certificates and pins.
  case transport
  /// The state of the device and of the program.
  case integrity
  /// What is allowed, and decisions about it.
  case policy
  /// Reading, exporting and deleting data.
  case dataAccess = "data-access"
  /// Accounts, roles and configuration.
  case administration
  /// Conversations and their keys.
  case messaging
  /// The log itself.
  case log
  /// What only the app knows.
  case application

  init(_ category: SecurityEvent.Category) {
    switch category {
    case .cryptography: self = .cryptography
    case .keychain: self = .keychain
    case .transport: self = .transport
    case .authentication: self = .authentication
    case .device: self = .integrity
    case .messaging: self = .messaging
    case .log: self = .log
    case .application: self = .application
    }
  }
}

/// What is recorded under a name of an ``AuditEvent``, and who may read it.
public enum AuditField: Sendable, Hashable {
  /// Whoever can read the log can read it.
  ///
  /// A text is looked through for secrets before it is sealed; see ``SecretScreening``.
  case `public`(AuditValue)
  /// It is sealed under a key of its own, and what stands in the record only commits to it.
  ///
  /// Erasing the subject's key with ``AuditLog/erase(_:)`` makes it unreadable for everybody and leaves the log as
  /// verifiable as before.
  case `private`(AuditValue, of: AuditSubject)
  /// A keyed digest of it: the same value gives the same digest within one log, and nothing else is told.
  case hashed(AuditValue)
  /// Only that there was something.
  case dropped
}

/// A person, or whatever else private fields are about, whose fields can be erased together.
///
/// The name never enters the log: a keyed digest of it does.
public struct AuditSubject: Sendable, Hashable, RedactedDescription {
  /// The name, such as a user's identifier.
  let name: String

  /// Names a subject.
  public init(_ name: String) { self.name = name }

  /// Tells nothing, since the name may be personal.
  public var description: String { "<subject>" }
}

extension AuditSubject: ExpressibleByStringLiteral {
  /// Names a subject.
  public init(stringLiteral value: String) { self.init(value) }
}

/// What a field of an ``AuditEvent`` holds.
public enum AuditValue: Sendable, Hashable {
  /// A text.
  case text(String)
  /// A count, a size or a code.
  case integer(Int64)
  /// An answer.
  case flag(Bool)
  /// A digest or an identifier in bytes.
  case bytes([UInt8])
}

extension AuditValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// A number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// An answer.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
}
