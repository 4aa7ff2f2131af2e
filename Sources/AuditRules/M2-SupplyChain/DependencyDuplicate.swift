import AuditEngine
import OmamoriCore
import OmamoriReport

/// One component that two package managers build in.
struct DependencyDuplicate: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-duplicate",
    title: LocalizedText("Component is built in twice", ja: "同じコンポーネントが重複して組み込まれている"),
    why: LocalizedText(
      """
      Which copy runs is decided by the linker. Somebody repairs a weakness in one of them, and the other one goes on \
      being used unseen.
      """,
      ja: "どちらの複製が使われるかはリンカー次第です。片方の脆弱性を修正しても、もう片方が気付かれないまま使われ続けます。"),
    fix: RuleFix(
      LocalizedText(
        "Keep the component in one package manager and remove it from the other.",
        ja: "1 つのパッケージマネージャーにまとめ、もう一方から削除してください。")),
    severity: .low, confidence: .medium, cwe: [1104], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    masvs: ["CODE-3"], mastg: [273],
    example: RuleMetadata.Example(
      language: "podfile-lock-with-cartfile", bad: "PODS:\n  - Alamofire (5.9.1)\n",
      good: "PODS:\n  - SnapKit (5.7.1)\n"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    var first: [PackageIdentity: LockedComponent] = [:]
    for component in project.lockedComponents {
      guard let other = first[component.identity] else {
        first[component.identity] = component
        continue
      }
      // Several workspaces may lock the same package; another manager builds another copy.
      guard other.lock.kind != component.lock.kind else { continue }
      let versions = [other, component].map { $0.package.version ?? "?" }
      report.add(
        Self.self, in: component.lock.text, at: component.package.range,
        LocalizedText(
          "\(component.name) \(versions[1]) is also there as \(versions[0]) through \(other.lock.text.path).",
          ja: "\(component.name) \(versions[1]) は \(other.lock.text.path) により \(versions[0]) も組み込まれています。"),
        related: [
          FindingStep(
            file: other.lock.text.path, region: other.lock.text.lines.region(of: other.package.range),
            message: LocalizedText("The other copy.", ja: "もう 1 つの複製です。"))
        ])
    }
  }
}
