package import OmamoriATS
package import OmamoriCore
package import OmamoriReport

/// A text field or text area of a storyboard or xib.
package struct InterfaceTextField: Sendable {
  /// What kind of element it is.
  package enum Kind: String, Sendable {
    case textField
    case textView
  }

  /// What kind of element it is.
  package let kind: Kind
  /// What the field asks for, as far as it is sensitive.
  package let label: FieldLabel?
  /// The texts that people see at the field, the label beside it last.
  package let texts: [String]
  /// The name of the outlet that the field is connected to.
  package let outlet: String?
  /// The text that the field shows from the beginning.
  package let text: String?
  /// Whether what is typed is hidden.
  package let isSecure: Bool
  /// Whether the keyboard neither corrects nor learns what is typed.
  package let isUncorrected: Bool
  /// The keyboard that appears: `numberPad`, `emailAddress`.
  package let keyboard: String?
  /// Whether people can type.
  package let isEditable: Bool
  /// Whether the content can be marked and copied.
  package let isSelectable: Bool
  /// The bytes of the element's tag.
  package let region: SourceRegion

  package init(_ element: MarkupElement, _ kind: Kind, outlet: String?, title: String?) {
    let traits = element.elements(named: "textInputTraits").first
    let accessibility = element.elements(named: "accessibility").first?["label"]
    self.kind = kind
    self.outlet = outlet
    let texts = [element["placeholder"], element["userLabel"], accessibility, title].compactMap(\.self)
    self.texts = texts
    label = FieldLabel(texts: texts, names: [outlet ?? ""])
    text = element["text"]
    isSecure = traits?["secureTextEntry"] == "YES"
    isUncorrected =
      traits?["autocorrectionType"] == "no"
      && (traits?["spellCheckingType"] == "no" || traits?["spellCheckingType"] == nil)
    keyboard = traits?["keyboardType"]
    isEditable = element["editable"] != "NO" && element["enabled"] != "NO"
    isSelectable = element["selectable"] != "NO" && element["userInteractionEnabled"] != "NO"
    region = SourceRegion(element.tagRange)
  }
}

/// What an input field asks for, as far as it is sensitive.
package struct FieldLabel {
  /// The text or name that says so.
  package let text: String
  /// Whether it is a secret; otherwise it is a number of a card or a person.
  package let isSecret: Bool

  /// Judges the texts that people see at the field and the names that programmers gave it.
  ///
  /// A text that says it is about something else, such as a hint, a search or a one-time code, cancels.
  package init?(texts: [String], names: [String]) {
    for text in texts where Self.isAboutOther(text) { return nil }
    for text in texts {
      if let isSecret = Self.judge(text: text) {
        (self.text, self.isSecret) = (text, isSecret)
        return
      }
    }
    for name in names {
      let words = Words.of(name).filter { !Self.controls.contains($0) }
      guard words.allSatisfy({ !Self.other.contains($0) }),
        let meaning = SensitiveLexicon.meaning(of: words.joined(separator: "_"))
      else { continue }
      let isNumber = words.contains { ["card", "cvv", "cvc", "ssn", "iban"].contains($0) }
      // Addresses and telephone numbers are meant to be seen.
      guard meaning == .secret || isNumber || words.contains("mynumber") else { continue }
      guard meaning == .personal || words.contains(where: Self.typed.contains) else { continue }
      (text, isSecret) = (name, meaning == .secret)
      return
    }
    return nil
  }

  /// The message of a finding.
  package var message: LocalizedText {
    LocalizedText(
      "The field for \"\(text)\" shows what is typed.", ja: "「\(text)」の入力欄に入力内容がそのまま表示されます。")
  }

  private static func judge(text: String) -> Bool? {
    if japaneseSecrets.contains(where: text.contains) { return true }
    if japaneseNumbers.contains(where: text.contains) { return false }
    let words = Words.of(text)
    guard words.count <= 8 else { return nil }
    if words.contains(where: typed.contains) { return true }
    let pairs = zip(words, words.dropFirst()).map { $0 + " " + $1 }
    return pairs.contains { ["card number", "social security", "security code"].contains($0) } ? false : nil
  }

  private static func isAboutOther(_ text: String) -> Bool {
    if ["ヒント", "検索", "ワンタイム", "認証コード", "確認コード"].contains(where: text.contains) { return true }
    return Words.of(text).contains(where: other.contains)
  }

  private static let typed: Set = [
    "password", "passwd", "passcode", "passphrase", "pwd", "pin", "cvv", "cvc", "secret", "パスワード", "暗証番号",
  ]
  private static let other: Set = [
    "hint", "search", "otp", "totp", "one", "verification", "username", "email", "name", "filter", "length",
    "code",
  ]
  private static let controls: Set = [
    "field", "text", "textfield", "input", "box", "tf", "txt", "entry", "typed",
  ]
  private static let japaneseSecrets = ["パスワード", "暗証番号", "合言葉", "パスコード", "秘密の答え", "パスフレーズ"]
  private static let japaneseNumbers = ["カード番号", "マイナンバー", "個人番号", "口座番号", "セキュリティコード"]
}
