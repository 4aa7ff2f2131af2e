import SwiftParser
package import SwiftSyntax

// Short ways to texts that rules ask for again and again: `trimmedDescription` builds a new tree, and reading a literal
// cuts it into tokens once more. Both are needed for few of them.

extension TypeSyntaxProtocol {
  /// The type as it is written, without white space and comments around it.
  package var writtenName: String {
    guard let name = self.as(IdentifierTypeSyntax.self)?.name, name.trimmedLength == trimmedLength else {
      return trimmedDescription
    }
    return name.text
  }
}

extension StringLiteralExprSyntax {
  /// The text that the literal stands for; `nil` when it has parts known only when the program runs.
  package var knownText: String? {
    guard segments.count == 1, openingPounds == nil, !hasError,
      case .stringSegment(let segment)? = segments.first, openingQuote.tokenKind == .stringQuote
    else { return representedLiteralValue }
    let text = segment.content.text
    return text.utf8.contains(UInt8(ascii: "\\")) ? representedLiteralValue : text
  }
}
