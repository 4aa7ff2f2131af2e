import AuditEngine
import OmamoriCore
import OmamoriReport

/// A Carthage dependency whose version is not tied down.
struct DependencyUnpinnedCarthage: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-unpinned-carthage",
    title: LocalizedText("Carthage dependency without a fixed version", ja: "バージョンが固定されていない Carthage 依存"),
    why: LocalizedText(
      """
      Without a version, or with a branch, the next update builds in whatever was published last, by the authors or by \
      somebody who took over their account.
      """,
      ja: "バージョンの指定がない、またはブランチを指定すると、次の更新時に最新の内容がそのまま組み込まれます。作者のアカウントを乗っ取った攻撃者のコードも例外ではありません。"),
    fix: RuleFix(
      LocalizedText(
        "Write a requirement such as ~> 5.9 or == 5.9.1 and commit Cartfile.resolved.",
        ja: "~> 5.9 や == 5.9.1 のような条件を指定し、Cartfile.resolved をコミットしてください。")),
    severity: .medium, confidence: .high, cwe: [1357], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "cartfile", bad: "github \"Alamofire/Alamofire\"",
      good: "github \"Alamofire/Alamofire\" ~> 5.9"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for cartfile in project.inventory.layout.cartfiles {
      for entry in cartfile.entries {
        if let reason = reason(entry) { report.add(Self.self, in: cartfile.text, at: entry.range, reason) }
      }
    }
  }

  private func reason(_ entry: Cartfile.Entry) -> LocalizedText? {
    switch (entry.comparison, entry.reference) {
    case (nil, nil):
      LocalizedText("\(entry.name) has no version requirement.", ja: "\(entry.name) にバージョンの条件がありません。")
    case (">=", let version?):
      LocalizedText(
        "\(entry.name) accepts every version from \(version) on.",
        ja: "\(entry.name) は \(version) 以降のすべてのバージョンを許可します。")
    case (nil, let reference?) where SemanticVersion(reference) == nil:
      Self.isCommit(reference)
        ? LocalizedText(
          "\(entry.name) is tied to a commit instead of a release.",
          ja: "\(entry.name) はリリースではなくコミットに固定されています。")
        : LocalizedText(
          "\(entry.name) follows the branch or tag “\(reference)”.",
          ja: "\(entry.name) はブランチまたはタグ「\(reference)」に追従します。")
    default: nil
    }
  }

  private static func isCommit(_ text: String) -> Bool {
    text.utf8.count >= 7 && text.utf8.count <= 64 && text.allSatisfy(\.isHexDigit)
  }
}
