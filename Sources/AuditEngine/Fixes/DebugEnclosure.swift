import OmamoriCore
package import SwiftSyntax

/// Puts a statement between `#if DEBUG` and `#endif`, so that release builds do not have it.
package enum DebugEnclosure {
  /// What encloses the statement that has exactly the bytes in `range`, of which `node` is a part; `nil` when there is
  /// none, when it shares its lines with something else, or is all that a `case` has, which may not be empty.
  package static func around(
    _ node: some SyntaxProtocol, _ range: Range<Int>, in source: SwiftSource
  ) -> [SourceFix.Replacement] {
    guard let item = node.ancestor(CodeBlockItemSyntax.self, within: 6), item.utf8Range == range,
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return [] }
    if list.count == 1, list.parent?.is(SwitchCaseSyntax.self) == true { return [] }
    // A closure that no longer names its parameter would not fit where it stands.
    let namesParameter = item.tokens(viewMode: .sourceAccurate).contains { token in
      if case .dollarIdentifier = token.tokenKind { true } else { false }
    }
    if namesParameter { return [] }
    let layout = LineLayout(source.text)
    let end = item.endPosition.utf8Offset
    guard let indentation = layout.indentation(of: range.lowerBound), layout.isLineEnd(at: end),
      !source.text.bytes[range.upperBound..<end].contains(where: { $0 == 0x0A || $0 == 0x0D })
    else { return [] }
    let lineEnd = layout.lineEnd(at: end)
    return [
      WrittenValue.adding(
        indentation + "#if DEBUG" + lineEnd, at: range.lowerBound - indentation.utf8.count),
      WrittenValue.adding(lineEnd + indentation + "#endif", at: end),
    ]
  }
}
