import AuditEngine
import OmamoriCore
import OmamoriReport

/// A usage description that does not say what the data is used for.
struct PermissionVaguePurpose: ProjectRule {
  static let metadata = RuleMetadata(
    id: "permission-vague-purpose",
    title: LocalizedText("Usage description says nothing", ja: "用途の説明が不明確"),
    why: LocalizedText(
      """
      A person who reads only that access is needed cannot decide. Such texts are refused in review, and people who \
      grant everything grant it to attackers too.
      """,
      ja: "「アクセスが必要です」だけでは利用者は判断できません。審査で拒否される原因になり、内容を確かめずに許可する習慣も生みます。"),
    fix: RuleFix(
      LocalizedText(
        "Name the feature and what happens with the data: “Scans the code on your ticket. Pictures stay on the device.”",
        ja: "機能とデータの扱いを具体的に書いてください。例:「チケットのコードを読み取ります。画像は端末の外に送信しません。」")),
    severity: .low, confidence: .medium, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    masvs: ["PRIVACY-3"], mastg: [69],
    example: RuleMetadata.Example(
      language: "plist",
      bad: "<key>NSCameraUsageDescription</key><string>This app needs access to the camera.</string>",
      good: "<key>NSCameraUsageDescription</key><string>Scans the code on your ticket.</string>"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    var told: Set<String> = []
    let keys = Set(PermissionFamily.allCases.flatMap(\.keys)).sorted()
    for information in AppInformation.all(in: project) {
      for key in keys {
        guard let entry = information.entry(key), let reason = PurposeText.fault(of: entry.value),
          told.insert("\(entry.file):\(entry.region.startLine):\(key)").inserted
        else { continue }
        report.add(
          Self.self, file: entry.file, region: entry.region, snippet: entry.snippet,
          LocalizedText("\(key) \(reason.english).", ja: "\(key) \(reason.japanese)。"))
      }
    }
    checkTables(Set(keys), project, &report)
  }

  /// The texts that people of a language read instead; other languages than these two are not judged.
  private func checkTables(_ keys: Set<String>, _ project: ProjectFacts, _ report: inout ProjectReport) {
    for file in project.inventory.files(.strings) where file.name == "InfoPlist.strings" {
      let languages: Set<Substring> = ["Base.lproj", "en.lproj", "en-US.lproj", "en-GB.lproj", "ja.lproj"]
      guard let language = file.folder.split(separator: "/").last, languages.contains(language),
        let text = try? TextSource(file)
      else { continue }
      for entry in TextTable(text).entries where keys.contains(entry.key) {
        guard let reason = PurposeText.fault(of: entry.text) else { continue }
        report.add(
          Self.self, in: text, at: entry.range,
          LocalizedText("\(entry.key) \(reason.english).", ja: "\(entry.key) \(reason.japanese)。"))
      }
    }
  }
}
