/// A field of an HTTP header: a name, in which case does not matter, and a value.
///
/// A value; safe to share between threads.
public struct HeaderField: Sendable, Hashable {
  /// The name as it was written.
  public let name: String
  /// The value, without spaces at its ends.
  public let value: String
  /// The name in lower case, by which fields are found.
  let key: String

  /// Takes what the caller has checked.
  init(checkedName name: String, value: String) {
    (self.name, self.value, key) = (name, value, HeaderGrammar.lowercased(name))
  }

  /// Says whether both have the same value under the same name.
  public static func == (left: HeaderField, right: HeaderField) -> Bool {
    left.key == right.key && left.value == right.value
  }

  /// Hashes the name without its case, and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

extension HeaderField: CustomStringConvertible, CustomReflectable {
  /// The name; a value may be a credential and stays out of logs.
  public var description: String { name + ": …" }

  /// The name alone.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
