import AuditEngine
import OmamoriCore
import OmamoriReport

/// Schemes that are asked about and not declared, or too many declared ones.
struct QuerySchemesMismatch: ProjectRule {
  static let metadata = RuleMetadata(
    id: "query-schemes-mismatch",
    title: LocalizedText("Queried URL schemes do not match", ja: "問い合わせる URL スキームの不一致"),
    why: LocalizedText(
      """
      canOpenURL answers false for a scheme that is not declared, so the code behind it never runs. The system takes 50 \
      schemes at most; a long list looks like profiling the person's other apps.
      """,
      ja: """
        宣言されていないスキームに対して canOpenURL は常に false を返し、その先のコードは実行されません。\
        宣言できるのは最大 50 件で、多すぎる宣言は利用者の他のアプリを調べているように見えます。
        """),
    fix: RuleFix(
      LocalizedText(
        "List exactly the schemes that are asked about in LSApplicationQueriesSchemes, or open universal links.",
        ja: "問い合わせるスキームだけを LSApplicationQueriesSchemes に記載するか、ユニバーサルリンクを使用してください。"),
      library: .device),
    severity: .low, confidence: .high, cwe: [561], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist-with-canOpenURL", bad: "<key>CFBundleName</key><string>App</string>",
      good: "<key>LSApplicationQueriesSchemes</key><array><string>otherapp</string></array>"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for (use, scheme) in QuerySchemes.undeclared(in: project)
    where !JailbreakCheckDead.schemes.contains(scheme) {
      report.add(
        Self.self, at: use,
        LocalizedText(
          "canOpenURL(\"\(scheme):\") is always false: LSApplicationQueriesSchemes does not list \(scheme).",
          ja: "LSApplicationQueriesSchemes に \(scheme) がないため、canOpenURL(\"\(scheme):\") は常に false です。"))
    }
    for information in AppInformation.all(in: project) {
      let key = "LSApplicationQueriesSchemes"
      guard let count = information.texts(key)?.count, count > 50, let entry = information.entry(key) else {
        continue
      }
      report.add(
        Self.self, file: entry.file, region: entry.region, snippet: entry.snippet,
        LocalizedText(
          "\(count) schemes are declared; the system ignores those beyond 50.",
          ja: "\(count) 件のスキームが宣言されています。51 件目以降は無視されます。"))
    }
  }
}
