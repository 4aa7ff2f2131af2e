import OmamoriCore

/// A set of rules by name and by the beginning of a name, so that later rules of a family belong to it as well.
struct RuleMatcher: Sendable {
  let ids: Set<RuleID>
  let families: [String]
  /// Rules of the families that do not count.
  let others: Set<RuleID>

  init(_ ids: Set<RuleID> = [], families: [String] = [], except others: Set<RuleID> = []) {
    (self.ids, self.families, self.others) = (ids, families, others)
  }

  func contains(_ rule: RuleID) -> Bool {
    ids.contains(rule) || families.contains { rule.rawValue.hasPrefix($0) } && !others.contains(rule)
  }

  /// The findings that count against somebody: of these rules, not suppressed unless asked, at or above both marks.
  func counted(
    in findings: [Finding], from severity: Severity, confidence: Confidence = .medium
  ) -> [Finding] {
    findings.filter { finding in
      finding.severity >= severity && finding.confidence >= confidence && finding.severity > .info
        && contains(finding.rule)
    }
  }

  static func + (left: RuleMatcher, right: RuleMatcher) -> RuleMatcher {
    RuleMatcher(
      left.ids.union(right.ids), families: left.families + right.families,
      except: left.others.union(right.others))
  }
}

/// Says in words what was examined and what was missing.
struct Coverage {
  let report: AuditReport

  init(_ report: AuditReport) { self.report = report }

  /// Why `area` is unknown.
  func missing(_ area: ChecklistArea) -> LocalizedText { missing(inputs: area.inputs, rules: area.rules) }

  /// Why a question that reads one of `inputs` and asks `rules` is unknown.
  func missing(inputs: Set<AuditInput>, rules: RuleMatcher) -> LocalizedText {
    guard inputs.isDisjoint(with: report.inputs) else {
      return LocalizedText(
        "None of the rules for this question was run.", ja: "この項目に関するルールは実行されていません。")
    }
    let names = inputs.sorted().map(\.title)
    return LocalizedText(
      "Not examined: no \(Phrases.list(names.map(\.english), last: "or")) was given.",
      ja: "未検査: 対象（\(names.map(\.japanese).joined(separator: "・"))）がありません。")
  }

  /// Why `area` passed.
  func nothingFound(_ area: ChecklistArea) -> LocalizedText { nothingFound(area.rules) }

  /// That the rules which were run found nothing, with their number and that of the files.
  func nothingFound(_ rules: RuleMatcher) -> LocalizedText {
    let count = report.rules.count { rules.contains($0.id) }
    let files = report.files.scanned
    return LocalizedText(
      "No findings (\(Phrases.count(count, "rule")), \(Phrases.count(files, "file"))).",
      ja: "検出なし（ルール \(count) 個、ファイル \(files) 個）。")
  }
}

/// Small pieces of sentences that scores and checklists share.
enum Phrases {
  /// `1 file`, `2 files`.
  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// The first sentence of a text in either language.
  static func firstSentence(of text: String) -> String {
    if let end = text.firstIndex(of: "。") { return String(text[...end]) }
    guard let end = text.firstRange(of: ". ") else { return text }
    return String(text[..<end.lowerBound]) + "."
  }

  /// `a`, `a or b`, `a, b or c`.
  static func list(_ items: [String], last conjunction: String) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }

  /// `text` followed by how many findings of which rules it rests on.
  static func reason(_ text: LocalizedText, citing findings: [Finding]) -> LocalizedText {
    let number = findings.count
    return finding(
      LocalizedText(
        "\(text.english): \(count(number, "finding"))", ja: "\(text.japanese): 検出 \(number) 件"),
      citing: findings)
  }

  /// `text` followed by the rules it rests on.
  static func finding(_ text: LocalizedText, citing findings: [Finding]) -> LocalizedText {
    let shown = 3
    let rules = Set(findings.map(\.rule)).sorted().map(\.rawValue)
    let more = rules.count - shown
    let names = rules.prefix(shown).joined(separator: ", ")
    return LocalizedText(
      "\(text.english) (\(names)\(more > 0 ? " and \(more) more" : "")).",
      ja: "\(text.japanese)（\(names)\(more > 0 ? "、ほか \(more) 種" : "")）。")
  }

  /// What is wrong when `area` fails by its findings.
  static func failure(of area: ChecklistArea) -> LocalizedText {
    switch area {
    case .ats: LocalizedText("Connections lose protection", ja: "通信の保護が失われます")
    case .integrity:
      LocalizedText("The detection does not work", ja: "検知が機能していません")
    case .pinning: LocalizedText("Pins do not protect", ja: "ピンが保護として機能していません")
    case .keychain:
      LocalizedText("Secrets are kept where others can read them", ja: "秘密情報が読み取られる場所に保存されています")
    case .api: LocalizedText("Calls to servers are weak", ja: "サーバーとの通信が脆弱です")
    case .logs: LocalizedText("Sensitive data is logged", ja: "機密データがログに出力されます")
    case .debugCode:
      LocalizedText("Debug code reaches the release", ja: "デバッグコードがリリースに残っています")
    }
  }
}
