import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// An export for others with a profile that fits every app of the team.
struct ExportWildcardProfile: PropertyListRule {
  static let metadata = RuleMetadata(
    id: "export-wildcard-profile",
    title: LocalizedText("Release signed with a wildcard profile", ja: "リリースにワイルドカードのプロファイルを使用している"),
    why: LocalizedText(
      """
      A wildcard profile signs every program of the team. Whoever gets hold of it and its key hands out any app in the \
      team's name, and the app itself has no identifier that its rights are tied to.
      """,
      ja: """
        ワイルドカードのプロファイルはチームのあらゆるプログラムに署名できます。鍵とともに入手した者はチーム名義で\
        任意のアプリを配布でき、アプリの権限も固有の識別子に結び付きません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Make a distribution profile for the app's own bundle identifier and name it under that identifier.",
        ja: "アプリ固有のバンドル ID 用に配布プロファイルを作成し、その ID に対して指定してください。")),
    severity: .low, confidence: .high, cwe: [250], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "export-options",
      bad: """
        <key>method</key><string>enterprise</string>
        <key>provisioningProfiles</key><dict>
        <key>jp.example.*</key><string>Example All Apps</string>
        </dict>
        """,
      good: """
        <key>method</key><string>enterprise</string>
        <key>provisioningProfiles</key><dict>
        <key>jp.example.tsukimi</key><string>Tsukimi In House</string>
        </dict>
        """))

  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    guard let options = ExportOptions(list), options.isForOthers else { return }
    let method = options.method?.value.string ?? ""
    for entry in options.profiles {
      let name = entry.value.string ?? ""
      guard Self.isWildcard(entry.key) || Self.isWildcard(name) else { continue }
      report.add(
        Self.self, in: list.region(of: entry.range),
        LocalizedText(
          "The export for \(method) signs \(entry.key) with the wildcard profile “\(name)”.",
          ja: "\(method) 向けの書き出しが、ワイルドカードのプロファイル「\(name)」で \(entry.key) に署名します。"))
    }
  }

  /// An identifier such as `*` or `com.example.*`, alone or at the end of the name that a tool gave to a profile.
  private static func isWildcard(_ name: String) -> Bool {
    name == "*" || name.hasSuffix(".*") || name.hasSuffix(" *")
  }
}
