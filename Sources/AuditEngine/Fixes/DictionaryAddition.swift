package import SwiftSyntax

/// Adds an entry to a dictionary literal in the style of the entries that are there.
package struct DictionaryAddition {
  private let literal: DictionaryExprSyntax
  private let elements: DictionaryElementListSyntax
  private let text: TextSource

  /// Takes the literal that `expression` is, casts aside; `nil` for anything else and for an empty one.
  package init?(_ expression: ExprSyntax, in source: SwiftSource) {
    guard let literal = SequenceParts.single(expression)?.as(DictionaryExprSyntax.self),
      case .elements(let elements) = literal.content, !elements.isEmpty
    else { return nil }
    (self.literal, self.elements, text) = (literal, elements, source.text)
  }

  /// The entry for the constant or member called `key`.
  package func element(_ key: String) -> DictionaryElementSyntax? {
    elements.first { NamePath.last(of: SequenceParts.single($0.key) ?? $0.key) == key }
  }

  /// Every key.
  package var keys: [ExprSyntax] { elements.map(\.key) }

  /// What adds `entry` behind the last one: on a line of its own if that one has one, otherwise beside it.
  package func adding(_ entry: String) -> [SourceFix.Replacement] {
    guard let last = elements.last else { return [] }
    let end = last.value.utf8Range.upperBound
    let comma = last.trailingComma
    let behind = comma.map { $0.utf8Range.upperBound } ?? end
    guard let indentation = LineLayout(text).indentation(of: last.key.utf8Range.lowerBound) else {
      return [
        WrittenValue.adding((comma == nil ? ", " : " ") + entry + (comma == nil ? "" : ","), at: behind)
      ]
    }
    // A comment behind the last entry stays behind it.
    let layout = LineLayout(text)
    let place = layout.endOfComments(behind: behind, before: literal.rightSquare.utf8Range.lowerBound)
    let new = layout.lineEnd(at: place) + indentation + entry
    guard comma == nil else { return [WrittenValue.adding(new + ",", at: place)] }
    guard place != end else { return [WrittenValue.adding("," + new, at: end)] }
    return [WrittenValue.adding(",", at: end), WrittenValue.adding(new, at: place)]
  }
}
