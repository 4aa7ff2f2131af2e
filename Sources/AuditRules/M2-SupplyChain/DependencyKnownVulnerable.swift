import AuditEngine
import OmamoriCore
import OmamoriReport

/// A locked version for which a weakness has been published.
struct DependencyKnownVulnerable: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-known-vulnerable",
    title: LocalizedText("Dependency with a published weakness", ja: "既知の脆弱性がある依存関係"),
    why: LocalizedText(
      """
      The weakness and often a program that uses it are public: whoever wants to attack the app only has to look up \
      the version that it carries.
      """,
      ja: "脆弱性とその攻撃コードはすでに公開されていることが多く、攻撃者はアプリに含まれるバージョンを調べるだけで済みます。"),
    fix: RuleFix(
      LocalizedText(
        "Update to the first sound version or a later one, and commit the new lock file.",
        ja: "修正済みのバージョン以降へ更新し、新しいロックファイルをコミットしてください。")),
    severity: .high, confidence: .high, cwe: [1395], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "podfile-lock", bad: "PODS:\n  - SSZipArchive (2.4.3)\n",
      good: "PODS:\n  - SSZipArchive (2.6.0)\n"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for component in project.lockedComponents {
      guard let version = component.version else { continue }
      let advisories = Advisories.concerning(component.identity, version)
      guard let worst = advisories.first else { continue }
      // One update answers all of them.
      let fixed = advisories.compactMap { $0.range(of: version)?.fixedText }
        .max { (SemanticVersion($0) ?? version) < (SemanticVersion($1) ?? version) }
      let ids = advisories.map(\.id).joined(separator: ", ")
      let written = component.package.version ?? ""
      report.add(
        Self.self, in: component.lock.text, at: component.package.range,
        LocalizedText(
          """
          \(component.name) \(written): \(worst.summary.english) (\(ids); table of \(worst.date))\
          \(fixed.map { ", repaired in \($0)" } ?? "").
          """,
          ja: """
            \(component.name) \(written) は\(worst.summary.japanese)（\(ids)、\(worst.date) 時点の一覧）。\
            \(fixed.map { "\($0) で修正されています。" } ?? "")
            """),
        severity: worst.severity)
    }
  }
}
