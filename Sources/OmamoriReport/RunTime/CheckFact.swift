/// A named value that a check saw: a count, an answer, a version; never a secret and nothing about a person.
///
/// A value; safe to share between threads.
public struct CheckFact: Sendable, Hashable {
  /// What a fact says.
  public enum Value: Sendable, Hashable {
    /// A count, a size or a code.
    case number(Int)
    /// An answer.
    case flag(Bool)
    /// A word, such as a version or a host.
    case text(String)
    /// Several words.
    case list([String])
  }

  /// What the value says, such as `minimum-tls`; the same in every language.
  public let name: String
  /// The value.
  public let value: Value

  /// Makes a fact.
  ///
  /// - Parameters:
  ///   - name: A literal of the program: lower-case words with hyphens.
  ///   - value: The value.
  public init(_ name: StaticString, _ value: Value) {
    (self.name, self.value) = (String(describing: name), value)
  }
}
