import AuditEngine
import OmamoriCore
import OmamoriReport

/// A check for the apps of jailbreak tools that can never find one.
struct JailbreakCheckDead: ProjectRule {
  static let metadata = RuleMetadata(
    id: "jailbreak-check-dead",
    title: LocalizedText("Jailbreak check that can never speak", ja: "決して検知しない脱獄チェック"),
    why: LocalizedText(
      """
      canOpenURL answers false for every scheme that LSApplicationQueriesSchemes does not list. The check looks as if \
      it protected something and never does.
      """,
      ja: "canOpenURL は、LSApplicationQueriesSchemes にないスキームに対して常に false を返します。保護しているように見えて、何も検知しません。"),
    fix: RuleFix(
      LocalizedText(
        "Declare the scheme in LSApplicationQueriesSchemes, and take several independent signals with OmamoriDevice.",
        ja: "スキームを LSApplicationQueriesSchemes に宣言し、OmamoriDevice で複数の独立した兆候を調べてください。"),
      library: .device),
    severity: .medium, confidence: .high, cwe: [561], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    example: RuleMetadata.Example(
      language: "plist-with-cydia", bad: "<key>CFBundleName</key><string>App</string>",
      good: "<key>LSApplicationQueriesSchemes</key><array><string>cydia</string></array>"))

  /// Schemes of apps that are found on jailbroken devices only.
  static let schemes: Set<String> = [
    "cydia", "sileo", "zbra", "zebra", "filza", "undecimus", "activator", "checkra1n", "xina", "dopamine",
    "santander",
    "newterm", "installer", "palera1n", "trollstore", "apt-repo",
  ]

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for (use, scheme) in QuerySchemes.undeclared(in: project) where Self.schemes.contains(scheme) {
      report.add(
        Self.self, at: use,
        LocalizedText(
          "canOpenURL(\"\(scheme)://\") is always false: LSApplicationQueriesSchemes does not list \(scheme).",
          ja: "LSApplicationQueriesSchemes に \(scheme) がないため、canOpenURL(\"\(scheme)://\") は常に false です。"))
    }
  }
}
