/// A range in a text file: 1-based lines and columns, columns counted in UTF-8 bytes, the end exclusive.
public struct SourceRegion: Sendable, Hashable, Codable {
  /// The line of the first character.
  public let startLine: Int
  /// The column of the first character.
  public let startColumn: Int
  /// The line of the last character.
  public let endLine: Int
  /// The column behind the last character.
  public let endColumn: Int

  /// Makes a region from its four corners.
  public init(startLine: Int, startColumn: Int, endLine: Int, endColumn: Int) {
    (self.startLine, self.startColumn) = (startLine, startColumn)
    (self.endLine, self.endColumn) = (endLine, endColumn)
  }
}

extension SourceRegion: Comparable {
  /// Orders regions by where they start, then by where they end.
  public static func < (left: SourceRegion, right: SourceRegion) -> Bool {
    (left.startLine, left.startColumn, left.endLine, left.endColumn)
      < (right.startLine, right.startColumn, right.endLine, right.endColumn)
  }
}
