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

  /// “This app does not require access to the camera”: one sentence that says that nothing is asked for.
  static func isDenied(_ text: String) -> Bool {
    let sentences = text.split { ".!?。\n".contains($0) }.filter { $0.contains(where: \.isLetter) }
    guard sentences.count == 1, let sentence = sentences.first else { return false }
    let words = sentence.lowercased().replacing("’", with: "'").split { !$0.isLetter && $0 != "'" }
      .map(String.init)
    let plain = " " + words.joined(separator: " ") + " "
    guard !exceptions.contains(where: plain.contains) else { return false }
    return denials.contains { denial in verbs.contains { plain.contains(" \(denial) \($0) ") } }
      || ["使用しません", "利用しません", "アクセスしません"].contains { sentence.hasSuffix($0) }
  }

  private static let denials = ["does not", "doesn't", "do not", "don't", "never", "is not"]
  private static let verbs = [
    "require", "need", "use", "access", "requires", "needs", "uses", "accesses", "required", "needed", "used",
  ]
  private static let exceptions = [
    " but ", " unless ", " except ", " for ads ", " for advertising ", " outside ", " and ", " to track ",
    " for tracking ",
  ]

  /// The text with what is accessed behind “access”: in “access to your camera” the “to” gives no reason, in “access to
  /// unlock your notes” it does.
  private static func withoutObjects(_ plain: String) -> String {
    let words = plain.split(separator: " ")
    var kept: [Substring] = []
    for (index, word) in words.enumerated() {
      let isOfAccess =
        word == "to" && index > 0 && words[index - 1] == "access"
        && (index + 1 == words.count || objects.contains(String(words[index + 1])))
      if !isOfAccess { kept.append(word) }
    }
    return kept.joined(separator: " ")
  }

  private static let objects: Set<String> = [
    "a", "all", "an", "audio", "biometric", "bluetooth", "calendar", "calendars", "camera", "contact",
    "contacts", "data", "device", "devices", "face", "faceid", "files", "gallery", "gps", "health", "home",
    "images", "it", "library", "local", "location", "media", "mic", "microphone", "motion", "music", "my",
    "network", "nfc", "phone", "photo", "photos", "pictures", "reminders", "sensors", "siri", "speech",
    "that",
    "the", "these", "this", "those", "touch", "user", "users", "video", "videos", "your",
  ]

  /// “The app needs access to your camera”, with nothing that says why.
  private static func isTemplate(_ plain: String) -> Bool {
    let rest =
      " "
      + withoutObjects(plain).replacing("permission to use", with: "use")
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
