/// A name and a value of a query.
///
/// Both are plain text and are escaped when they are sent. A value; safe to share between threads.
public struct QueryItem: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The value; `nil` for a name alone.
  public let value: String?

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - name: The name, not escaped.
  ///   - value: The value, not escaped; `nil` for a name alone.
  public init(_ name: String, _ value: String?) { (self.name, self.value) = (name, value) }

  /// The item as it is sent: everything but letters, digits, `-`, `.`, `_` and `~` is escaped.
  var escaped: String {
    let name = URLGrammar.escaped(name, keeping: URLGrammar.isUnreserved)
    return value.map { name + "=" + URLGrammar.escaped($0, keeping: URLGrammar.isUnreserved) } ?? name
  }
}

extension QueryItem: CustomStringConvertible, CustomReflectable {
  /// The name; a value may be a credential and stays out of logs.
  public var description: String { name + "=…" }

  /// The name alone.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
