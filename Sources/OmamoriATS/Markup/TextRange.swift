/// A stretch of a text file, from its first character up to but not including its end.
public struct TextRange: Sendable, Hashable {
  /// Where the stretch begins.
  public let start: TextPosition
  /// The place just behind the last character.
  public let end: TextPosition

  /// Makes a range from its two ends.
  public init(start: TextPosition, end: TextPosition) {
    (self.start, self.end) = (start, end)
  }

  /// The smallest range that holds this one and `other`.
  public func union(_ other: TextRange) -> TextRange {
    TextRange(start: min(start, other.start), end: max(end, other.end))
  }
}
