import OmamoriCore

/// What a reader of text would have accepted at the place where it stopped.
enum MarkupExpectation {
  case documentTypeOnce, tagEnd, attributeOnce, equalsSign, quotedValue, elementName
  case matchingEnd, oneRoot, propertyListElement, key, value, plainText
  case semicolon, comma, closingQuote, endOfFile, hexadecimalData, escape

  /// The expectation in words.
  var words: LocalizedText {
    switch self {
    case .documentTypeOnce:
      LocalizedText("one document type before the first element", ja: "最初の要素より前にある一つだけの文書型宣言")
    case .tagEnd: LocalizedText("the end of the tag", ja: "タグの終わり")
    case .attributeOnce: LocalizedText("every attribute at most once", ja: "重複しない属性")
    case .equalsSign: LocalizedText("an equals sign", ja: "等号")
    case .quotedValue: LocalizedText("a value in quotation marks", ja: "引用符で囲んだ値")
    case .elementName: LocalizedText("the name of an element", ja: "要素の名前")
    case .matchingEnd: LocalizedText("the closing tag of the open element", ja: "開いている要素の終了タグ")
    case .oneRoot: LocalizedText("exactly one outermost element", ja: "一つだけの最上位要素")
    case .propertyListElement: LocalizedText("an element of a property list", ja: "プロパティリストの要素")
    case .key: LocalizedText("a key", ja: "キー")
    case .value: LocalizedText("a value", ja: "値")
    case .plainText: LocalizedText("text without elements", ja: "要素を含まない文字列")
    case .semicolon: LocalizedText("a semicolon", ja: "セミコロン")
    case .comma: LocalizedText("a comma or the closing parenthesis", ja: "コンマまたは閉じ丸括弧")
    case .closingQuote: LocalizedText("the closing quotation mark", ja: "閉じ引用符")
    case .endOfFile: LocalizedText("the end of the file", ja: "ファイルの終わり")
    case .hexadecimalData: LocalizedText("pairs of hexadecimal digits", ja: "2桁ずつの16進数字")
    case .escape: LocalizedText("a known escape sequence", ja: "有効なエスケープシーケンス")
    }
  }
}
