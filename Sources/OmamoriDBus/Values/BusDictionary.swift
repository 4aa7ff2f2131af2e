/// A dictionary of D-Bus, in the order it was written.
///
/// A value; safe to share between threads.
package struct BusDictionary: Sendable, Equatable {
  /// A key and its value.
  package struct Entry: Sendable, Equatable {
    /// The key, a basic type.
    package let key: BusValue
    /// The value.
    package let value: BusValue
  }

  /// The signature of the keys.
  package let keyType: String
  /// The signature of the values.
  package let valueType: String
  /// The entries.
  package let entries: [Entry]

  /// Makes a dictionary.
  package init(keyType: String, valueType: String, _ entries: [Entry]) {
    (self.keyType, self.valueType, self.entries) = (keyType, valueType, entries)
  }

  /// Makes a dictionary `a{sv}`, sorted by its keys.
  package init(variants: [String: BusValue]) {
    self.init(
      keyType: "s", valueType: "v",
      variants.sorted { $0.key < $1.key }.map { Entry(key: .string($0.key), value: .variant($0.value)) })
  }

  /// Makes a dictionary `a{ss}`, sorted by its keys.
  package init(strings: [String: String]) {
    self.init(
      keyType: "s", valueType: "s",
      strings.sorted { $0.key < $1.key }.map { Entry(key: .string($0.key), value: .string($0.value)) })
  }

  /// The value of a text key, taken out of its variant; `nil` when there is none.
  package subscript(key: String) -> BusValue? {
    guard let value = entries.first(where: { $0.key == .string(key) })?.value else { return nil }
    if case .variant(let inner) = value { return inner }
    return value
  }
}
