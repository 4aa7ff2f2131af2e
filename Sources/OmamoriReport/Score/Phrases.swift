import OmamoriCore

/// Small pieces of sentences that scores and checklists share.
enum Phrases {
  /// `1 file`, `2 files`.
  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// `a`, `a or b`, `a, b or c`.
  static func list(_ items: [String], last conjunction: String) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }

  /// `text` followed by how many findings of which rules it rests on.
  static func reason(_ text: LocalizedText, citing findings: [Finding]) -> LocalizedText {
    let shown = 3
    let rules = Set(findings.map(\.rule)).sorted().map(\.rawValue)
    let more = rules.count - shown
    let names = rules.prefix(shown).joined(separator: ", ")
    return LocalizedText(
      "\(text.english): \(count(findings.count, "finding")) (\(names)\(more > 0 ? " and \(more) more" : "")).",
      ja: "\(text.japanese): 検出 \(findings.count) 件(\(names)\(more > 0 ? "、ほか \(more) 種" : ""))。")
  }

  /// What is wrong when `area` fails by its findings.
  static func failure(of area: ChecklistArea) -> LocalizedText {
    switch area {
    case .ats: LocalizedText("Connections lose protection", ja: "通信の保護が失われます")
    case .integrity:
      LocalizedText("The detection does not work", ja: "検知が機能していません")
    case .pinning: LocalizedText("Pins do not protect", ja: "ピンが保護として機能していません")
    case .keychain:
      LocalizedText("Secrets are kept where others can read them", ja: "機密情報が読み取られる場所に保存されています")
    case .api: LocalizedText("Calls to servers are weak", ja: "サーバーとの通信が脆弱です")
    case .logs: LocalizedText("Sensitive data is logged", ja: "機密データがログに出力されます")
    case .debugCode:
      LocalizedText("Debug code reaches the release", ja: "デバッグコードがリリースに残っています")
    }
  }
}
