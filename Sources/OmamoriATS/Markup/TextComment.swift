/// A comment of a file, without the signs that open and close it.
public struct TextComment: Sendable, Hashable {
  /// What the comment says.
  public let text: String
  /// Where the comment stands, its opening and closing signs included.
  public let range: TextRange

  /// Makes a comment.
  public init(text: String, range: TextRange) {
    (self.text, self.range) = (text, range)
  }
}
