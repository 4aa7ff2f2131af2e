/// What tells a function from others: the types around it, its name and its labels.
///
/// A short name alone is no key: unrelated functions share it.
package struct FunctionKey: Sendable, Hashable {
  /// The types around it, outermost first; empty for a global function.
  package let types: [String]
  /// The name; `init` for an initialiser.
  package let name: String
  /// The labels of its parameters, `_` for none.
  package let labels: [String]

  /// Makes a key.
  package init(types: [String] = [], name: String, labels: [String]) {
    (self.types, self.name, self.labels) = (types, name, labels)
  }
}
