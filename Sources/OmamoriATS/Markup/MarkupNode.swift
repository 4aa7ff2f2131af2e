/// What can stand inside an XML element.
public enum MarkupNode: Sendable, Equatable {
  /// An element.
  case element(MarkupElement)
  /// Characters, with references and CDATA sections resolved.
  case text(String, range: TextRange)
  /// A comment.
  case comment(TextComment)
}
