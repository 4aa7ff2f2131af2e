/// The name of a constant or property with the types around it: `App.Keys.token`.
package struct QualifiedName: Sendable, Hashable {
  /// The types around it, outermost first; empty for a global name.
  package let types: [String]
  /// The name.
  package let member: String

  /// Makes a name.
  package init(types: [String] = [], member: String) { (self.types, self.member) = (types, member) }
}

extension QualifiedName: Comparable {
  package static func < (left: QualifiedName, right: QualifiedName) -> Bool {
    (left.types + [left.member]).lexicographicallyPrecedes(right.types + [right.member])
  }
}
