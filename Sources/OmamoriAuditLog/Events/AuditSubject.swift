/// A person, or whatever else private fields are about, whose fields can be erased together.
///
/// The name never enters the log: a keyed digest of it does. A value; safe to share between threads.
public struct AuditSubject: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The name, such as a user's identifier.
  let name: String

  /// Names a subject.
  public init(_ name: String) { self.name = name }

  /// Tells nothing, since the name may be personal.
  public var description: String { "<subject>" }

  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AuditSubject: ExpressibleByStringLiteral {
  /// Names a subject.
  public init(stringLiteral value: String) { self.init(value) }
}
