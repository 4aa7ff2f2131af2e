/// How many files an audit met, by what happened to them.
public struct FileCounts: Sendable, Hashable {
  /// Files that were read and examined.
  public let scanned: Int
  /// Files that hold test, vendored, generated or example code and were left out by default.
  public let excluded: [FileContext: Int]
  /// Files with syntax errors that were examined all the same, with the number of errors in each.
  public let parseErrors: [String: Int]

  /// Makes the counts.
  public init(scanned: Int, excluded: [FileContext: Int] = [:], parseErrors: [String: Int] = [:]) {
    (self.scanned, self.excluded, self.parseErrors) = (scanned, excluded, parseErrors)
  }
}
