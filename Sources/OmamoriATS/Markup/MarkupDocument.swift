/// An XML file as it was read.
public struct MarkupDocument: Sendable, Equatable {
  /// The outermost element.
  public let root: MarkupElement
  /// All comments of the file, in order, the ones outside of the outermost element included.
  public let comments: [TextComment]

  /// Makes a document from its parts.
  public init(root: MarkupElement, comments: [TextComment]) {
    (self.root, self.comments) = (root, comments)
  }
}
