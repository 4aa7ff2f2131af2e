/// A place in a text file, as an editor shows it.
public struct TextPosition: Sendable, Hashable, Comparable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, counted in Unicode scalars.
  public let column: Int

  /// Makes a position from a line and a column that both count from 1.
  public init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  /// Says whether `first` comes before `second` in the file.
  public static func < (first: TextPosition, second: TextPosition) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
