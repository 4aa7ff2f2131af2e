/// Why a JSON document was refused.
///
/// It names the rule and the limit, never what the document holds.
@nonexhaustive
public enum JSONProblem: Sendable, Hashable {
  /// The document begins with a byte order mark.
  case byteOrderMark
  /// A byte sequence is not UTF-8.
  case invalidUTF8
  /// An escape spells half of a surrogate pair.
  case loneSurrogate
  /// An escape is not one of JSON's.
  case invalidEscape
  /// A control character stands in a string without an escape.
  case controlCharacter
  /// A number breaks the grammar.
  case invalidNumber
  /// A byte stands where the grammar has no place for it.
  case unexpectedCharacter
  /// The document ends too early.
  case unexpectedEnd
  /// Something follows the value.
  case trailingContent
  /// An object has the same member name twice, however the two are spelled.
  case duplicateName
  /// The nesting is deeper than the limit.
  case tooDeep(limit: Int)
  /// The document has more bytes than the limit.
  case tooLarge(limit: Int)
  /// The document has more values than the limit.
  case tooManyValues(limit: Int)
  /// A number has more characters than the limit.
  case numberTooLong(limit: Int)

  /// The problem as the end of the sentence "the JSON document was refused: …".
  package var explanation: LocalizedText {
    switch self {
    case .byteOrderMark: LocalizedText("it begins with a byte order mark", ja: "先頭にバイト順マークがあります")
    case .invalidUTF8: LocalizedText("it is not valid UTF-8", ja: "UTF-8 として正しくありません")
    case .loneSurrogate: LocalizedText("an escape is a lone surrogate", ja: "対になっていないサロゲートがあります")
    case .invalidEscape: LocalizedText("an escape is not valid", ja: "エスケープの形式が正しくありません")
    case .controlCharacter:
      LocalizedText("a string has a bare control character", ja: "文字列に制御文字がそのまま含まれています")
    case .invalidNumber: LocalizedText("a number is not valid", ja: "数値の形式が正しくありません")
    case .unexpectedCharacter: LocalizedText("a character is out of place", ja: "想定外の文字があります")
    case .unexpectedEnd: LocalizedText("it ends too early", ja: "途中で終わっています")
    case .trailingContent: LocalizedText("something follows the value", ja: "値の後ろに余分な内容があります")
    case .duplicateName: LocalizedText("a member name occurs twice", ja: "同じ名前のメンバーが重複しています")
    case .tooDeep(let limit):
      LocalizedText("it nests deeper than \(limit) levels", ja: "入れ子が \(limit) 段を超えています")
    case .tooLarge(let limit):
      LocalizedText("it is larger than \(limit) bytes", ja: "サイズが \(limit) バイトを超えています")
    case .tooManyValues(let limit):
      LocalizedText("it has more than \(limit) values", ja: "値の数が \(limit) 個を超えています")
    case .numberTooLong(let limit):
      LocalizedText("a number is longer than \(limit) characters", ja: "数値が \(limit) 文字を超えています")
    }
  }
}

/// What the reader stumbled over, before its place is counted in lines.
struct JSONFault: Error {
  let problem: JSONProblem
  let offset: Int

  init(_ problem: JSONProblem, at offset: Int) { (self.problem, self.offset) = (problem, offset) }
}

/// A place in a JSON document, in bytes and as an editor shows it.
public struct JSONPosition: Sendable, Hashable, CustomStringConvertible {
  /// The number of bytes before the place.
  public let offset: Int
  /// The line, counted from 1; a line ends with a line feed.
  public let line: Int
  /// The column, counted from 1 in Unicode scalars.
  public let column: Int

  /// Makes a position from its parts.
  public init(offset: Int, line: Int, column: Int) {
    (self.offset, self.line, self.column) = (offset, line, column)
  }

  /// Finds the line and column of the byte at `offset` of a document in UTF-8.
  ///
  /// - Parameters:
  ///   - offset: A number of bytes; one beyond the end means the end.
  ///   - text: The document in UTF-8.
  public init(offset: Int, in text: Span<UInt8>) {
    let end = min(max(offset, 0), text.count)
    var (line, column) = (1, 1)
    for index in 0..<end {
      let byte = text[index]
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(offset: end, line: line, column: column)
  }

  /// The position as words, such as `line 3, column 14 (byte 60)`.
  public var description: String { "line \(line), column \(column) (byte \(offset))" }
}
