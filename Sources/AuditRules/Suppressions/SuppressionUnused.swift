import AuditEngine
import OmamoriCore
import OmamoriReport

/// A suppression that holds for nothing: misspelt, expired, never ended, or no longer needed.
struct SuppressionUnused: SuppressionRule {
  static let metadata = RuleMetadata(
    id: "suppression-unused",
    title: LocalizedText("Suppression that holds for nothing", ja: "効果のない抑制"),
    why: LocalizedText(
      "Whoever reads it takes the code for judged; the next weakness in this place may be silenced by it.",
      ja: "読む人はコードが検討済みだと考えます。また、同じ場所に生じる次の弱点を隠すおそれがあります。"),
    fix: RuleFix(
      LocalizedText(
        "Delete the comment, correct the name of the rule, or renew its day after another look.",
        ja: "コメントを削除するか、ルール名を訂正するか、再確認のうえ期限を更新してください。")),
    severity: .info, confidence: .high, cwe: [1116], owaspMobile2024: [.m8], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        let digest = Insecure.MD5.hash(data: part)  // omamori:ignore weak-hsh -- the cache's key, public data
        """,
      good: """
        let digest = Insecure.MD5.hash(data: part)  // omamori:ignore weak-hash -- the cache's key, public data
        """))

  func check(_ suppressions: AppliedSuppressions, _ report: inout ProjectReport) {
    for (suppression, unused) in suppressions.sources {
      func add(_ message: LocalizedText, _ severity: Severity = .info) {
        report.add(
          Self.self, file: suppression.file, context: suppression.context, region: suppression.region,
          snippet: suppression.snippet, message, severity: severity)
      }
      switch suppression.fault(on: suppressions.today) {
      case .noReason: continue
      case .expired(let day):
        add(LocalizedText("The suppression expired on \(day).", ja: "抑制の期限（\(day)）が過ぎています。"), .low)
      case .noDay:
        add(
          LocalizedText(
            "The day behind “until” is none; write it as 2027-01-31.",
            ja: "「until」の後ろが日付ではありません。2027-01-31 のように書いてください。"), .low)
      case .open:
        add(
          LocalizedText(
            "No “omamori:ignore-end” follows, so nothing is suppressed.",
            ja: "「omamori:ignore-end」がないため、何も抑制されません。"), .low)
      case nil: explain(unused, of: suppression, suppressions, add)
      }
    }
  }

  private func explain(
    _ unused: [String], of suppression: SourceSuppression, _ all: AppliedSuppressions,
    _ add: (LocalizedText, Severity) -> Void
  ) {
    if suppression.rules.isEmpty {
      add(LocalizedText("The suppression names no rule.", ja: "抑制にルール名がありません。"), .low)
    }
    for name in unused {
      if !RuleCatalog.metadata.contains(where: { $0.id.rawValue == name }) {
        add(
          LocalizedText("There is no rule “\(name)” to suppress.", ja: "「\(name)」というルールはありません。"), .low)
      } else if name.hasPrefix("suppression-") {
        add(LocalizedText("“\(name)” cannot be suppressed.", ja: "「\(name)」は抑制できません。"), .low)
      } else if all.rules.contains(RuleID(rawValue: name)) {
        add(
          LocalizedText("“\(name)” finds nothing here to suppress.", ja: "「\(name)」の検出はここにありません。"), .info)
      }
    }
  }
}
