/// Finds the known name that a mistyped one was probably meant to be.
package enum NearestName {
  /// The closest of `known`, when it is close enough to be worth offering.
  package static func of(_ word: String, among known: some Sequence<String>) -> String? {
    // Nobody types so many characters by mistake; the bound keeps the work small.
    guard (1...64).contains(word.count) else { return nil }
    let folded = Array(word.lowercased())
    var best: (name: String, distance: Int)?
    for name in known {
      let found = distance(folded, Array(name.lowercased()))
      if found < best?.distance ?? .max { best = (name, found) }
    }
    guard let best, best.distance <= max(1, min(3, best.name.count / 3)) else { return nil }
    return best.name
  }

  /// The number of insertions, deletions and replacements that turn `left` into `right`.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var above = Array(0...right.count)
    for (row, character) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        current.append(
          min(current[column] + 1, above[column + 1] + 1, above[column] + (character == other ? 0 : 1)))
      }
      above = current
    }
    return above[right.count]
  }
}
