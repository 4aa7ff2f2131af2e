/// A range in a text file: 1-based lines and columns, columns counted in UTF-8 bytes, the end exclusive.
package struct SourceRegion: Sendable, Hashable, Codable {
  /// The line of the first character.
  package let startLine: Int
  /// The column of the first character.
  package let startColumn: Int
  /// The line of the last character.
  package let endLine: Int
  /// The column behind the last character.
  package let endColumn: Int

  /// Makes a region from its four corners.
  package init(startLine: Int, startColumn: Int, endLine: Int, endColumn: Int) {
    (self.startLine, self.startColumn) = (startLine, startColumn)
    (self.endLine, self.endColumn) = (endLine, endColumn)
  }
}

extension SourceRegion: Comparable {
  /// Orders regions by where they start, then by where they end.
  package static func < (left: SourceRegion, right: SourceRegion) -> Bool {
    (left.startLine, left.startColumn, left.endLine, left.endColumn)
      < (right.startLine, right.startColumn, right.endLine, right.endColumn)
  }
}
