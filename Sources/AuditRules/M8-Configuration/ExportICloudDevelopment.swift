import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// An export for others whose users' data goes to the database of the developers.
struct ExportICloudDevelopment: PropertyListRule {
  static let metadata = RuleMetadata(
    id: "export-icloud-development",
    title: LocalizedText("Release uses the development database", ja: "リリースが iCloud の開発環境を使用している"),
    why: LocalizedText(
      """
      The app keeps what people enter in the development environment of its CloudKit container. Every developer of the \
      team can change the rules of access there and reset it, and nothing that was tested for production holds.
      """,
      ja: """
        利用者のデータが CloudKit コンテナーの開発環境に保存されます。開発環境ではチームの開発者全員が\
        アクセス規則の変更やリセットを行え、本番環境で確認した保護は適用されません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Set iCloudContainerEnvironment to Production in the export options of every release.",
        ja: "リリース用の書き出し設定では iCloudContainerEnvironment を Production にしてください。")),
    severity: .medium, confidence: .high, cwe: [668], owaspMobile2024: [.m8], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      language: "export-options",
      bad: """
        <key>method</key><string>app-store-connect</string>
        <key>iCloudContainerEnvironment</key><string>Development</string>
        """,
      good: """
        <key>method</key><string>app-store-connect</string>
        <key>iCloudContainerEnvironment</key><string>Production</string>
        """))

  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    guard let options = ExportOptions(list), let audience = options.audience, options.isForOthers,
      let entry = options.options.entry(for: "iCloudContainerEnvironment"),
      entry.value.string == "Development"
    else { return }
    // Testers may be given a build of development on purpose.
    let isForTesters = audience == .testers
    if isForTesters, options.isNamedForDevelopment { return }
    let method = options.method?.value.string ?? ""
    report.add(
      Self.self, in: list.region(of: entry.range),
      LocalizedText(
        "The export for \(method) keeps its users' data in the development environment of CloudKit.",
        ja: "\(method) 向けの書き出しが、利用者のデータを CloudKit の開発環境に保存します。"),
      severity: isForTesters ? .low : nil)
  }
}
