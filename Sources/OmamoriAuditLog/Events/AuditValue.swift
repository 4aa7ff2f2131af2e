/// What a field of an ``AuditEvent`` holds.
///
/// A value; safe to share between threads.
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
