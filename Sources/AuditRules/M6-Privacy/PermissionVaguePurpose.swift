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
        ja: "機能とデータの扱いを具体的に書いてください。例:「チケットのコードを読み取ります。画像はデバイスの外に送信しません。」")),
    severity: .low, confidence: .medium, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: "<key>NSCameraUsageDescription</key><string>This app needs access to the camera.</string>",
      good: "<key>NSCameraUsageDescription</key><string>Scans the code on your ticket.</string>"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    var told: Set<String> = []
    let keys = Set(PermissionFamily.allCases.flatMap(\.keys)).sorted()
    let tables = LocalizedTables(project)
    for information in AppInformation.all(in: project) {
      for key in keys {
        guard let entry = information.entry(key) else { continue }
        let isDenied = PurposeText.isDenied(entry.value)
        guard let reason = PurposeText.fault(of: entry.value), !tables.replace(key, of: information),
          told.insert("\(entry.file):\(entry.region.startLine):\(key)").inserted
        else { continue }
        if isDenied {
          report.add(
            Self.self, file: entry.file, region: entry.region, snippet: entry.snippet,
            LocalizedText(
              "\(key) says that the app does not use it; remove the key.",
              ja: "\(key) には、使用しないと書かれています。キーを削除してください。"),
            severity: .info)
          continue
        }
        report.add(
          Self.self, file: entry.file, region: entry.region, snippet: entry.snippet,
          LocalizedText("\(key) \(reason.english).", ja: "\(key) \(reason.japanese)。"))
      }
    }
    checkTables(Set(keys), project, &report)
  }

  /// The tables that replace the texts of `Info.plist`: `InfoPlist.strings` and `InfoPlist.xcstrings`.
  private struct LocalizedTables {
    private var keys: [String: Set<String>] = [:]

    init(_ project: ProjectFacts) {
      for file in project.inventory.files(.strings) where Self.isTable(file.path) {
        guard let text = try? TextSource(file) else { continue }
        keys[file.path] =
          file.name.hasSuffix(".strings")
          ? Set(TextTable(text).entries.map(\.key))
          : Set(
            PermissionFamily.allCases.flatMap(\.keys).filter {
              text.firstRange(of: "\"\($0)\"", from: 0) != nil
            })
      }
    }

    /// Whether a table of the app has its own text for `key`, or is part of the app and not of the tree.
    func replace(_ key: String, of information: AppInformation) -> Bool {
      let named = information.files.filter(Self.isTable)
      if named.contains(where: { keys[$0]?.contains(key) ?? true }) { return true }
      return keys.contains { path, keys in
        keys.contains(key) && (information.contains(path) ?? true) && Self.isMain(path)
      }
    }

    private static func isTable(_ path: String) -> Bool {
      let name = ProjectPath.name(of: path)
      return name == "InfoPlist.strings" || name == "InfoPlist.xcstrings"
    }

    /// Whether a table is read by people whose language has no table of its own, as far as a name tells.
    private static func isMain(_ path: String) -> Bool {
      guard path.hasSuffix(".strings") else { return true }
      return path.contains("/Base.lproj/") || path.contains("/en.lproj/") || path.hasPrefix("Base.lproj/")
        || path.hasPrefix("en.lproj/")
    }
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
