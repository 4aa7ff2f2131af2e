/// A dictionary for Apple's `SecItem` functions, as a value that keeps the order in which it was written.
///
/// A value; safe to share between threads.
package struct SecItemDictionary: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// A key and its value.
  package struct Pair: Sendable, Equatable {
    /// The key.
    package let key: SecItemKey
    /// The value.
    package let value: SecItemValue
  }

  /// The pairs, each key once.
  package private(set) var pairs: [Pair] = []

  /// Makes a dictionary of pairs; of two with one key the last counts.
  package init(dictionaryLiteral elements: (SecItemKey, SecItemValue)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// The value of a key, or `nil` when there is none.
  package subscript(key: SecItemKey) -> SecItemValue? {
    get { pairs.first { $0.key == key }?.value }
    set {
      pairs.removeAll { $0.key == key }
      if let newValue { pairs.append(Pair(key: key, value: newValue)) }
    }
  }

  /// The keys in order.
  package var keys: [SecItemKey] { pairs.map(\.key) }

  /// Takes over attributes, in the order of their names.
  mutating func merge(_ attributes: ItemAttributes) {
    for (attribute, value) in attributes.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      self[.attribute(attribute)] = .attribute(value)
    }
  }
}
