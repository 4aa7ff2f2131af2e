public import OmamoriCore

/// Why a property list or an XML file could not be read.
///
/// No case carries text of the file, so an error may be logged.
@nonexhaustive
public enum PropertyListError: Error, Sendable, Equatable {
  /// The bytes are no property list of a known form.
  case unknownFormat
  /// The text is neither UTF-8 nor UTF-16 with a byte order mark.
  case unsupportedEncoding
  /// The file has more than `limit` bytes, or its texts add up to more.
  case tooLarge(limit: Int)
  /// Containers are nested more than `limit` levels deep.
  case tooDeep(limit: Int, at: PropertyListPlace)
  /// The tree has more than `limit` nodes when every shared reference is counted at each use.
  case tooManyNodes(limit: Int, at: PropertyListPlace)
  /// The file ends inside a value.
  case truncated(at: PropertyListPlace)
  /// The text holds a malformed scalar, a lone surrogate, a NUL or a control character that XML forbids.
  case invalidText(at: PropertyListPlace)
  /// The file uses an entity, or a document type with an internal subset.
  case entityRefused(at: PropertyListPlace)
  /// Something else stands where `expected` belongs.
  case syntax(expected: LocalizedText, at: PropertyListPlace)
  /// A number, date or data value is not written in the form that its type requires.
  case invalidValue(at: PropertyListPlace)
  /// A binary object has a type that property lists for programs do not use, such as a set.
  case unsupportedObject(marker: UInt8, at: PropertyListPlace)
  /// A size, an offset or a reference of a binary property list points outside of the file.
  case outOfBounds(at: PropertyListPlace)
  /// A container holds itself.
  case cycle(at: PropertyListPlace)
  /// A dictionary key is not a text.
  case keyNotText(at: PropertyListPlace)
}

extension PropertyListError: CustomStringConvertible {
  /// What failed and what to do about it, in English.
  public var description: String { message.english }

  /// Where the reader stopped, when it is known.
  public var place: PropertyListPlace? {
    switch self {
    case .unknownFormat, .unsupportedEncoding, .tooLarge: nil
    case .tooDeep(_, let place), .tooManyNodes(_, let place), .truncated(let place), .invalidText(let place),
      .entityRefused(let place), .syntax(_, let place), .invalidValue(let place),
      .unsupportedObject(_, let place), .outOfBounds(let place), .cycle(let place), .keyNotText(let place):
      place
    }
  }

  /// What failed and what to do about it.
  public var message: LocalizedText {
    let (reason, cure) = explanation
    guard let place else {
      return LocalizedText("\(reason.english). \(cure.english).", ja: "\(reason.japanese)。\(cure.japanese)。")
    }
    return LocalizedText(
      "\(reason.english) at \(place). \(cure.english).",
      ja: "\(reason.japanese)（\(place.japanese)）。\(cure.japanese)。"
    )
  }

  private var explanation: (reason: LocalizedText, cure: LocalizedText) {
    switch self {
    case .unknownFormat:
      (
        LocalizedText("The file is not a property list", ja: "ファイルがプロパティリストではありません"),
        LocalizedText(
          "Save it as an XML, binary or OpenStep property list",
          ja: "XML、バイナリ、OpenStep のいずれかの形式で保存してください"
        )
      )
    case .unsupportedEncoding:
      (
        LocalizedText("The text encoding is not supported", ja: "文字コードに対応していません"),
        LocalizedText("Save the file as UTF-8", ja: "UTF-8 で保存してください")
      )
    case .tooLarge(let limit):
      (
        LocalizedText("The file exceeds \(limit) bytes", ja: "ファイルの大きさが \(limit) バイトを超えています"),
        LocalizedText("Split it, or raise the size limit", ja: "分割するか、大きさの上限を上げてください")
      )
    case .tooDeep(let limit, _):
      (
        LocalizedText("Values are nested deeper than \(limit) levels", ja: "値の入れ子が \(limit) 段を超えています"),
        LocalizedText("Flatten the structure", ja: "構造を浅くしてください")
      )
    case .tooManyNodes(let limit, _):
      (
        LocalizedText("The file expands to more than \(limit) values", ja: "展開後の値が \(limit) 個を超えています"),
        LocalizedText("Split it, or raise the value limit", ja: "分割するか、個数の上限を上げてください")
      )
    default:
      detail
    }
  }

  private var detail: (reason: LocalizedText, cure: LocalizedText) {
    let rewrite = LocalizedText(
      "Write the file again with the program that made it",
      ja: "作成したプログラムでファイルを書き出し直してください"
    )
    return switch self {
    case .truncated: (LocalizedText("The file ends inside a value", ja: "値の途中でファイルが終わっています"), rewrite)
    case .invalidText:
      (
        LocalizedText("The text holds a malformed or forbidden character", ja: "不正な文字または使えない文字が含まれています"),
        LocalizedText("Remove the character and save the file as UTF-8", ja: "文字を取り除き、UTF-8 で保存してください")
      )
    case .entityRefused:
      (
        LocalizedText("The file declares or uses an entity", ja: "エンティティの宣言または参照が含まれています"),
        LocalizedText(
          "Write the characters out; entities are never expanded",
          ja: "文字をそのまま書いてください（エンティティは展開されません）"
        )
      )
    case .syntax(let expected, _):
      (
        LocalizedText("Expected \(expected.english)", ja: "\(expected.japanese)が必要です"),
        LocalizedText("Correct the file at this place", ja: "この箇所を修正してください")
      )
    case .invalidValue:
      (
        LocalizedText("A number, date or data value is malformed", ja: "数値、日付、データのいずれかの書き方が誤っています"),
        LocalizedText("Correct the value", ja: "値を修正してください")
      )
    case .unsupportedObject(let marker, _):
      (
        LocalizedText(
          "The binary object type 0x\(String(marker, radix: 16)) is not supported",
          ja: "バイナリオブジェクトの型 0x\(String(marker, radix: 16)) には対応していません"
        ),
        rewrite
      )
    case .outOfBounds:
      (
        LocalizedText("A size or reference points outside of the file", ja: "大きさまたは参照がファイルの範囲を超えています"),
        rewrite
      )
    case .cycle: (LocalizedText("A container holds itself", ja: "入れ物が自分自身を含んでいます"), rewrite)
    case .keyNotText: (LocalizedText("A dictionary key is not a text", ja: "辞書のキーが文字列ではありません"), rewrite)
    default: ("", "")
    }
  }
}
