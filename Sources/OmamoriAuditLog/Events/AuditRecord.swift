public import OmamoriCore

/// An event as it stands in the log: with its time, and with private fields sealed.
///
/// A value; safe to share between threads.
public struct AuditRecord: Sendable, Hashable {
  /// A field and what is recorded of it.
  public struct Field: Sendable, Hashable {
    /// What is recorded of a field.
    public enum Content: Sendable, Hashable {
      /// The value.
      case value(AuditValue)
      /// The value under a key of its own.
      case sealed(PrivateField)
      /// A keyed digest of the value, 16 bytes.
      case hashed([UInt8])
      /// Nothing.
      case dropped
    }

    /// The field's name.
    public let name: String
    /// What is recorded of it.
    public let content: Content

    init(_ name: String, _ content: Content) { (self.name, self.content) = (name, content) }
  }

  /// The most fields an event has.
  public static let greatestFieldCount = 64
  /// The longest stored form in bytes.
  public static let greatestSize = 16 * 1024
  /// The longest name of an event or field in bytes.
  public static let longestName = 64
  /// The longest ``AuditEvent/correlation`` in bytes.
  public static let longestCorrelation = 64
  /// The longest text or digest of a field in bytes.
  public static let longestValue = 4096

  /// The time of day in nanoseconds since 1970, as the clock of the machine showed it.
  public let nanoseconds: Int64
  /// The nanoseconds since the segment began, which never run backwards.
  public let elapsed: UInt64
  /// What happened.
  public let name: String
  /// The part of security that it is about.
  public let category: AuditCategory
  /// How much attention it needs.
  public let severity: SecurityEvent.Severity
  /// What ties together the events of one request or session; `nil` for none.
  public let correlation: String?
  /// The fields in the order of their names' bytes.
  public let fields: [Field]

  /// The time of day.
  public var time: Date { Date(timeIntervalSince1970: Double(nanoseconds) / 1e9) }

  /// What happened, as a sentence; a general one for a name that is not a ``KnownEvent``.
  public var explanation: LocalizedText { KnownEvent.explanation(of: name) }
}
