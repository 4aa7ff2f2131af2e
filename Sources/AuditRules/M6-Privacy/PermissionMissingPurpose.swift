import AuditEngine
import OmamoriCore
import OmamoriReport

/// An API that asks the person for permission, without the text that says why.
struct PermissionMissingPurpose: ProjectRule {
  static let metadata = RuleMetadata(
    id: "permission-missing-purpose",
    title: LocalizedText("Permission is asked for without a purpose", ja: "目的の説明なしに許可を求めている"),
    why: LocalizedText(
      """
      The system ends an app that uses protected data without a usage description, and the store refuses it. The \
      person is never told what the data is for.
      """,
      ja: "用途の説明がないまま保護されたデータを使うアプリは、システムに強制終了され、ストアの審査も通りません。利用者にデータの用途が伝わりません。"),
    fix: RuleFix(
      LocalizedText(
        "Add the usage description to Info.plist with a sentence that names the feature, or drop the call.",
        ja: "機能を具体的に示す説明文を Info.plist に追加するか、呼び出しを取り除いてください。")),
    severity: .high, confidence: .high, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist", bad: "<key>CFBundleName</key><string>App</string>",
      good: "<key>NSCameraUsageDescription</key><string>Scans the code on a ticket.</string>"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp else { return }
    let all = AppInformation.all(in: project)
    guard !all.isEmpty else { return }
    var (told, left): (Set<PermissionFamily>, Set<PermissionFamily>) = ([], [])
    for use in project.apiUses {
      guard use.context == .app, case .permission(let family) = use.subject, !told.contains(family) else {
        continue
      }
      let covering = AppInformation.covering(use.file, in: all)
      func isDeclared(_ information: AppInformation) -> Bool {
        family.keys.contains { information.entry($0).map { !$0.value.isEmpty } ?? false }
      }
      guard !covering.contains(where: isDeclared), let first = covering.first else { continue }
      // The system asks in the name of the app around an extension.
      let isLeftToApp =
        covering.allSatisfy { !$0.isApp } && all.contains { $0.isApp && isDeclared($0) }
      if isLeftToApp {
        if left.insert(family).inserted { note(use, family, first, &report) }
        continue
      }
      told.insert(family)
      report.add(
        Self.self, at: use,
        LocalizedText(
          "\(use.name) needs \(family.rawValue), which \(first.name) does not declare.",
          ja: "\(use.name) には \(family.rawValue) が必要ですが、\(first.name) で宣言されていません。"))
    }
  }

  private func note(
    _ use: APIUse, _ family: PermissionFamily, _ information: AppInformation, _ report: inout ProjectReport
  ) {
    report.add(
      Self.self, at: use,
      LocalizedText(
        "\(use.name) needs \(family.rawValue), which the app declares and its extension \(information.name) does not.",
        ja: "\(use.name) には \(family.rawValue) が必要ですが、アプリにはあり、拡張機能 \(information.name) にはありません。"),
      severity: .info, confidence: .medium)
  }
}
