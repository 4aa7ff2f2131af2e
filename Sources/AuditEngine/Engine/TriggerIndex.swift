/// Rules by the names that make a file interesting to them.
package struct TriggerIndex: Sendable {
  /// The rules to which any file is interesting.
  private let always: [Int]
  private let byName: [String: [Int]]
  private let count: Int

  /// Indexes `rules` by their triggers; a rule is known by its place in the list.
  package init(_ rules: [any Rule]) {
    var (always, byName): ([Int], [String: [Int]]) = ([], [:])
    for (index, rule) in rules.enumerated() {
      let triggers = type(of: rule).triggers
      if triggers.isEmpty { always.append(index) }
      for name in triggers { byName[name, default: []].append(index) }
    }
    (self.always, self.byName, count) = (always, byName, rules.count)
  }

  /// The places of the rules to which a file with these names is interesting, in the order of the list.
  package func rules(for facts: SwiftFacts) -> [Int] {
    var isWanted = [Bool](repeating: false, count: count)
    for index in always { isWanted[index] = true }
    facts.forEachName { name in
      for index in byName[name] ?? [] { isWanted[index] = true }
    }
    return isWanted.indices.filter { isWanted[$0] }
  }
}

extension SwiftFacts {
  /// Whether the file uses `name`: as a function, a member, a plain name, a type, or as the name of a parameter.
  package func names(_ name: String) -> Bool {
    references[name] != nil || typeReferences[name] != nil || isDeclared(name)
  }
}
