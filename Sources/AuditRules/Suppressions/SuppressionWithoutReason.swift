import AuditEngine
import OmamoriCore
import OmamoriReport

/// A suppression that does not say why, and therefore holds for nothing.
struct SuppressionWithoutReason: SuppressionRule {
  static let metadata = RuleMetadata(
    id: "suppression-without-reason",
    title: LocalizedText("Suppression without a reason", ja: "理由のない抑制"),
    why: LocalizedText(
      "Nobody can tell later whether somebody judged the finding or only silenced it.",
      ja: "検出結果を検討したうえでの抑制なのか、単に黙らせただけなのかを、後から誰も判断できません。"),
    fix: RuleFix(
      LocalizedText(
        "Write the reason behind “--” in the comment. Until then the suppression holds for nothing.",
        ja: "コメントの「--」の後ろに理由を書いてください。理由がない間、抑制は無効です。")),
    severity: .low, confidence: .high, cwe: [1116], owaspMobile2024: [.m8], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: "let digest = Insecure.MD5.hash(data: part)  // omamori:ignore weak-hash",
      good: """
        let digest = Insecure.MD5.hash(data: part)  // omamori:ignore weak-hash -- the cache's key, public data
        """))

  func check(_ suppressions: AppliedSuppressions, _ report: inout ProjectReport) {
    for (suppression, _) in suppressions.sources where suppression.fault(on: suppressions.today) == .noReason
    {
      let rules = suppression.rules.prefix(5).joined(separator: ", ")
      report.add(
        Self.self, file: suppression.file, context: suppression.context, region: suppression.region,
        snippet: suppression.snippet,
        LocalizedText(
          "The suppression of “\(rules)” gives no reason and holds for nothing.",
          ja: "「\(rules)」の抑制に理由が書かれていないため、無効です。"))
    }
  }
}
