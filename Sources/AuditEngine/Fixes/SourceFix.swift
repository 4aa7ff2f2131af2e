package import OmamoriCore
package import SwiftSyntax

/// How one place of a file can be repaired: which bytes give way to which.
package struct SourceFix: Sendable, Hashable {
  /// One part of a file with what takes its place.
  package struct Replacement: Sendable, Hashable {
    /// The bytes that go, counted in the file's text without a byte order mark; empty where something is only added.
    package let range: Range<Int>
    /// What has to stand there.
    package let old: String
    /// What stands there afterwards.
    package let new: String

    /// Makes a replacement.
    package init(_ range: Range<Int>, _ old: String, with new: String) {
      (self.range, self.old, self.new) = (range, old, new)
    }

    /// Whether both cannot be made: they share a byte, or add different things at one place.
    ///
    /// Two that are the same do not stand in each other's way: two rules agree.
    package func isAgainst(_ other: Replacement) -> Bool {
      if self == other { return false }
      if range.isEmpty && other.range.isEmpty { return range.lowerBound == other.range.lowerBound }
      return range.lowerBound < other.range.upperBound && other.range.lowerBound < range.upperBound
    }
  }

  /// What the repair does.
  package let title: LocalizedText
  /// The parts that change, in the order of the file.
  package let replacements: [Replacement]

  /// Makes a fix; `nil` without a replacement, or when two of them stand in each other's way.
  package init?(_ title: LocalizedText, _ replacements: [Replacement]) {
    let sorted = replacements.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !sorted.isEmpty, zip(sorted, sorted.dropFirst()).allSatisfy({ !$0.isAgainst($1) && $0 != $1 })
    else {
      return nil
    }
    (self.title, self.replacements) = (title, sorted)
  }
}

/// Values that stand in a place as they are written, so that another can take their place.
///
/// Everything else (a variable, the result of a call, one of several alternatives) is no business of a fix.
package enum WrittenValue {
  /// The name in `.name` or `Type.name`; `nil` for the member of a value.
  package static func member(_ expression: ExprSyntax) -> TokenSyntax? {
    guard let operand = SequenceParts.single(expression),
      let member = operand.as(MemberAccessExprSyntax.self),
      member.declName.argumentNames == nil
    else { return nil }
    if let base = member.base {
      guard let type = NamePath.of(base).last, isType(type) else { return nil }
    }
    return member.declName.baseName
  }

  /// The name of a constant, as in `kSecAttrAccessibleAlways`.
  package static func constant(_ expression: ExprSyntax) -> TokenSyntax? {
    guard let operand = SequenceParts.single(expression),
      let reference = operand.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil
    else { return nil }
    return reference.baseName
  }

  /// What turns a written truth value into its opposite; parentheses, `!` and casts around it stay.
  package static func opposite(of expression: ExprSyntax) -> SourceFix.Replacement? {
    guard let operand = SequenceParts.single(expression) else { return nil }
    if let literal = operand.as(BooleanLiteralExprSyntax.self) {
      return replacing(literal.literal, with: literal.literal.text == "true" ? "false" : "true")
    }
    if let name = constant(operand) {
      return opposites[name.text].map { replacing(name, with: $0) }
    }
    guard operand.is(TupleExprSyntax.self) || operand.is(ForceUnwrapExprSyntax.self) else { return nil }
    return NamePath.unwrapped(operand).flatMap(opposite)
  }

  /// What puts `new` in the place of `token`; what stands around the token stays.
  package static func replacing(_ token: TokenSyntax, with new: String) -> SourceFix.Replacement {
    SourceFix.Replacement(token.utf8Range, token.text, with: new)
  }

  /// What adds `new` at a place.
  package static func adding(_ new: String, at offset: Int) -> SourceFix.Replacement {
    SourceFix.Replacement(offset..<offset, "", with: new)
  }

  private static func isType(_ name: String) -> Bool {
    name.first?.isUppercase == true || name.hasSuffix("_t")
  }

  private static let opposites = ["kCFBooleanTrue": "kCFBooleanFalse", "kCFBooleanFalse": "kCFBooleanTrue"]
}

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

/// How lines of a file begin and end, so that what is added looks like what is there.
struct LineLayout {
  private let bytes: [UInt8]

  /// Looks at `text`.
  init(_ text: TextSource) { bytes = text.bytes }

  /// The white space before `offset` if nothing else stands before it on its line.
  func indentation(of offset: Int) -> String? {
    var start = offset
    while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
    guard start == 0 || Self.isLineEnd(bytes[start - 1]) else { return nil }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// The line end that is used at `offset`: that of its line, otherwise of the line before, otherwise a line feed.
  func lineEnd(at offset: Int) -> String {
    let end =
      bytes[offset...].firstIndex(where: Self.isLineEnd) ?? bytes[..<offset].lastIndex(where: Self.isLineEnd)
    guard let end else { return "\n" }
    if bytes[end] == 0x0D { return end + 1 < bytes.count && bytes[end + 1] == 0x0A ? "\r\n" : "\r" }
    return end > 0 && bytes[end - 1] == 0x0D ? "\r\n" : "\n"
  }

  /// Whether a line ends at `offset`.
  func isLineEnd(at offset: Int) -> Bool { offset >= bytes.count || Self.isLineEnd(bytes[offset]) }

  /// The last byte of the line of `offset` that is not white space, cut at `limit`.
  func endOfComments(behind offset: Int, before limit: Int) -> Int {
    var end = bytes[offset..<limit].firstIndex(where: Self.isLineEnd) ?? limit
    guard end < limit else { return offset }
    while end > offset, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
