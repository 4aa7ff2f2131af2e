/// Finds the known word that a mistyped one was probably meant to be.
public enum Suggestion {
  /// The closest of `known` when it is close enough to be worth offering.
  public static func closest(to word: String, among known: [String]) -> String? {
    // Nobody types a command of 64 characters by mistake; the bound keeps the table small.
    guard word.count <= 64, !word.isEmpty else { return nil }
    let folded = word.lowercased()
    var best: (word: String, distance: Int)?
    for candidate in known {
      let found = distance(folded, candidate.lowercased())
      if found < best?.distance ?? .max { best = (candidate, found) }
    }
    if let best, best.distance <= max(1, min(3, best.word.count / 3)) { return best.word }
    let beginnings = known.filter { folded.count >= 2 && $0.lowercased().hasPrefix(folded) }
    return beginnings.count == 1 ? beginnings[0] : nil
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var cost = min(row[j] + 1, above[j + 1] + 1, above[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
