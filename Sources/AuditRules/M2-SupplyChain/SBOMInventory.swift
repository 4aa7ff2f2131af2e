import AuditEngine
import OmamoriCore
import OmamoriReport

/// What the app is built from, for the record.
struct SBOMInventory: ProjectRule {
  static let metadata = RuleMetadata(
    id: "sbom-inventory",
    title: LocalizedText("Components of the app", ja: "アプリを構成するコンポーネント"),
    why: LocalizedText(
      """
      When the next weakness of a library is published, only those who know what they ship can say within minutes \
      whether it concerns them.
      """,
      ja: "ライブラリの脆弱性が公表されたとき、何を組み込んでいるかを把握していなければ、影響の有無をすぐに判断できません。"),
    fix: RuleFix(
      LocalizedText(
        "Keep the bill of materials of every release: omamori audit --sbom FILE writes it as CycloneDX.",
        ja: "リリースごとに部品表を保管してください。omamori audit --sbom FILE で CycloneDX 形式を出力できます。")),
    severity: .info, confidence: .high, cwe: [1104], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "podfile-lock", bad: "PODS:\n  - Alamofire (5.10.2)\n", good: "PODS:\n"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp else { return }
    for lock in project.inventory.layout.usedLocks {
      guard let first = lock.packages.first else { continue }
      let names = Set(lock.packages.map { PackageIdentity($0.name) }).count
      let unversioned = lock.packages.filter { $0.version == nil }.count
      report.add(
        Self.self, in: lock.text, at: first.range,
        LocalizedText(
          "\(names == 1 ? "1 component is" : "\(names) components are") locked here"
            + "\(unversioned > 0 ? ", \(unversioned) without a version" : "").",
          ja: "\(names) 件のコンポーネントがロックされています"
            + "\(unversioned > 0 ? "（うちバージョンなし \(unversioned) 件）" : "")。"))
    }
  }
}
