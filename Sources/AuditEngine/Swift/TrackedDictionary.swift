/// A dictionary as far as it can be followed: a literal, subscript assignments, a helper that returns one.
package struct TrackedDictionary: Sendable, Hashable {
  /// One key with a value that it may have.
  package struct Entry: Sendable, Hashable {
    /// The key: a symbol's name or a text.
    package let key: String
    /// The value.
    package var value: Value
    /// The bytes of the key and the value.
    package var range: Range<Int>
    /// Whether the key has this value on some paths only.
    package var isConditional: Bool
    /// The place of the function's parameter that the value is.
    package var parameter: Int?
  }

  /// The values that keys may have, in the order in which they are set; values that are always replaced are left out.
  package internal(set) var entries: [Entry] = []
  /// The keys that are set on every path.
  package internal(set) var certain: Set<String> = []
  /// Whether entries may be added in a way that was not followed.
  package internal(set) var hasUnknownAdditions = false

  /// The value for `key`; one of several when it depends on the path.
  package subscript(key: String) -> Value? {
    var values: [Value] = []
    for entry in entries where entry.key == key && !values.contains(entry.value) {
      values.append(entry.value)
    }
    return values.count > 1 ? .oneOf(values.flatMap(\.alternatives)) : values.first
  }

  /// The values that `key` may have, with their places.
  package func entries(for key: String) -> [Entry] { entries.filter { $0.key == key } }

  /// The last entry for `key`.
  package func entry(_ key: String) -> Entry? { entries.last { $0.key == key } }

  /// Whether any of `keys` is set, on any path.
  package func contains(anyOf keys: Set<String>) -> Bool { entries.contains { keys.contains($0.key) } }

  /// Whether one of `keys` is set, the same one on every path.
  package func alwaysContains(anyOf keys: Set<String>) -> Bool { !certain.isDisjoint(with: keys) }

  /// What is known when it is one of several dictionaries.
  package static func joined(_ choices: [TrackedDictionary]) -> TrackedDictionary? {
    guard var result = choices.first else { return nil }
    for other in choices.dropFirst() {
      result.entries += other.entries
      result.certain.formIntersection(other.certain)
      result.hasUnknownAdditions = result.hasUnknownAdditions || other.hasUnknownAdditions
    }
    if choices.count > 1 {
      for index in result.entries.indices { result.entries[index].isConditional = true }
    }
    return result
  }
}
