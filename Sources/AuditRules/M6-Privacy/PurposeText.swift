import AuditEngine
import OmamoriCore

/// Judges whether a usage description says what something is used for.
enum PurposeText {
  /// What is wrong with `text`, or `nil` when it may be specific.
  static func fault(of text: String) -> LocalizedText? {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    if words.isEmpty { return LocalizedText("is empty", ja: "が空です") }
    // A build variable or a key of a table of texts is decided elsewhere.
    if text.contains("$(") && words.count <= 3 { return nil }
    let plain = words.joined(separator: " ")
    if ["todo", "tbd", "test", "description", "usage description", "lorem ipsum", "reason"].contains(plain)
      || plain.hasPrefix("todo ") || plain.hasPrefix("lorem ipsum")
    {
      return LocalizedText("is a text to be replaced", ja: "が仮の文のままです")
    }
    if text.unicodeScalars.contains(where: { $0.value >= 0x3040 }) { return japaneseFault(of: text) }
    if words.count < 3 { return LocalizedText("is too short to name a feature", ja: "が短すぎて機能を示していません") }
    return isTemplate(plain)
      ? LocalizedText("only says that access is needed, not for what", ja: "がアクセスの必要性だけを述べ、用途を示していません") : nil
  }

  /// “The app needs access to your camera”, with nothing that says why.
  private static func isTemplate(_ plain: String) -> Bool {
    let rest =
      " "
      + plain.replacing("access to", with: "access").replacing("permission to use", with: "use")
      .replacing("need to use", with: "use").replacing("needs to use", with: "use")
      .replacing("would like to use", with: "use").replacing("would like to access", with: "access")
      .replacing("wants to use", with: "use").replacing("wants to access", with: "access")
      .replacing("needs to access", with: "access").replacing("need to access", with: "access")
      .replacing("requires to", with: "").replacing("permission for", with: "permission") + " "
    let asks = [
      " access ", " need ", " needs ", " require ", " requires ", " use ", " uses ", " permission ",
    ]
    let reasons = [
      " to ", " for ", " so ", " in order ", " when ", " because ", " while ", " if ", " by ", " and ",
      " with ",
      " which ", " that ", " as ", " during ", " from ", " on ", " into ", " your own ",
    ]
    return asks.contains { rest.contains($0) } && !reasons.contains { rest.contains($0) }
  }

  private static func japaneseFault(of text: String) -> LocalizedText? {
    if text.count < 5 { return LocalizedText("is too short to name a feature", ja: "が短すぎて機能を示していません") }
    let asks = ["使用します", "利用します", "アクセスします", "必要です", "許可してください", "使います"]
    let reasons = [
      "ため", "ように", "際", "時に", "とき", "ので", "読み取", "撮影", "表示", "検索", "送信", "登録", "共有", "保存", "に使", "に利用", "に必要",
      "へ",
    ]
    guard text.count <= 24, asks.contains(where: text.contains), !reasons.contains(where: text.contains)
    else { return nil }
    return LocalizedText("only says that access is needed, not for what", ja: "がアクセスの必要性だけを述べ、用途を示していません")
  }
}
