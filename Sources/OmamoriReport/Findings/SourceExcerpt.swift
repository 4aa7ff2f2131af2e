/// The lines around a finding as they stand in the file, with secrets masked.
package struct SourceExcerpt: Sendable, Hashable {
  /// How many lines an excerpt has at the most.
  package static let maximumLines = 7

  /// The 1-based number of the first line.
  package let firstLine: Int
  /// The lines without their line ends; long ones are cut and end in `…`.
  public package(set) var lines: [String]

  /// Makes an excerpt of the first ``maximumLines`` of `lines`.
  package init(firstLine: Int, lines: [String]) {
    (self.firstLine, self.lines) = (firstLine, Array(lines.prefix(Self.maximumLines)))
  }
}
