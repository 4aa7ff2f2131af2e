/// One piece of an XML file.
enum MarkupToken {
  /// An opening tag; one that closes itself has `isEmpty` set and no closing tag follows.
  case start(name: String, attributes: [MarkupAttribute], isEmpty: Bool, range: TextRange)
  /// A closing tag.
  case end(name: String, range: TextRange)
  /// Characters between tags, with references and CDATA sections resolved.
  case text(String, range: TextRange)
  /// A comment.
  case comment(TextComment)
}
