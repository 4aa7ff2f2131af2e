/// How many files an audit met, by what happened to them.
package struct FileCounts: Sendable, Hashable {
  /// Files that were read and examined.
  package let scanned: Int
  /// Files that hold test, vendored, generated or example code and were left out by default.
  package let excluded: [FileContext: Int]
  /// Files with syntax errors that were examined all the same, with the number of errors in each.
  package let parseErrors: [String: Int]

  /// Makes the counts.
  package init(scanned: Int, excluded: [FileContext: Int] = [:], parseErrors: [String: Int] = [:]) {
    (self.scanned, self.excluded, self.parseErrors) = (scanned, excluded, parseErrors)
  }
}
