public import OmamoriCore

/// Something that was seen, in values that may stand in a log: no path, no content of memory, no command line.
///
/// A value; safe to share between threads.
public struct IntegrityEvidence: Sendable, Hashable {
  /// A named value.
  public struct Fact: Sendable, Hashable {
    /// What the value says.
    public let name: String
    /// The value.
    public let value: SecurityEvent.Value

    /// Makes a fact.
    public init(_ name: StaticString, _ value: SecurityEvent.Value) {
      (self.name, self.value) = (String(describing: name), value)
    }
  }

  /// What was seen, such as `module`.
  public let kind: String
  /// What is known about it, in a fixed order.
  public let facts: [Fact]

  /// Makes an entry.
  public init(_ kind: StaticString, _ facts: [Fact]) {
    (self.kind, self.facts) = (String(describing: kind), facts)
  }

  /// The value of the fact called `name`, or `nil` when there is none.
  public subscript(name: String) -> SecurityEvent.Value? { facts.first { $0.name == name }?.value }
}
