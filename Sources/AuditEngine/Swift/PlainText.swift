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
      case .stringSegment(let segment)? = segments.first, openingQuote.trimmedLength.utf8Length == 1
    else { return representedLiteralValue }
    let text = segment.content.text
    return text.utf8.contains(UInt8(ascii: "\\")) ? representedLiteralValue : text
  }
}

/// What is known of a string literal of a file.
package struct FoldedString: Sendable {
  /// The literal.
  package let fact: StringFact
  /// Its value.
  package let value: Value
}

extension SwiftSource {
  /// The string literals with their values, which several rules ask for.
  package var foldedStrings: [FoldedString] {
    once(all: FoldedString.self) {
      facts.strings.map { FoldedString(fact: $0, value: fold(ExprSyntax($0.node), in: $0.scope)) }
    }
  }
}
