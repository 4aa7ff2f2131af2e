import AuditEngine
import OmamoriCore
import OmamoriReport

/// A component that will not be repaired any more.
struct DependencyEndOfLife: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-end-of-life",
    title: LocalizedText("Dependency that nobody maintains", ja: "保守が終了した依存関係"),
    why: LocalizedText(
      """
      Nobody looks for weaknesses in it and nobody repairs those that others find. From the day of the next one the app \
      is open until the component has been replaced.
      """,
      ja: "脆弱性の調査も修正も行われません。次の脆弱性が見つかった日から、置き換えが終わるまでアプリは無防備なままです。"),
    fix: RuleFix(
      LocalizedText(
        "Replace it by what the project recommends, or take over its maintenance.",
        ja: "プロジェクトが推奨する後継へ置き換えるか、自社で保守を引き受けてください。")),
    severity: .low, confidence: .medium, cwe: [1104], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "podfile-lock", bad: "PODS:\n  - AFNetworking (4.0.1)\n",
      good: "PODS:\n  - Alamofire (5.10.2)\n"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for component in project.lockedComponents {
      guard let notice = EndOfLife.notice(component.identity, component.version) else { continue }
      report.add(
        Self.self, in: component.lock.text, at: component.package.range,
        LocalizedText(
          "\(component.name): \(notice.reason.english) (table of \(EndOfLife.date)).",
          ja: "\(component.name): \(notice.reason.japanese)（\(EndOfLife.date) 時点の一覧）。"))
    }
  }
}
