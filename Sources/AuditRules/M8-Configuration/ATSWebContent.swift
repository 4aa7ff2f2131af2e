import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// App Transport Security switched off in web views.
struct ATSWebContent: ATSRule {
  static let issue = ATSIssue.Rule.webContent

  static let metadata = RuleMetadata(
    id: "ats-web-content",
    title: LocalizedText(
      "App Transport Security switched off in web views", ja: "Web ビューで App Transport Security が無効になっている"),
    why: LocalizedText(
      """
      Pages in web views may be loaded without TLS, scripts included: whoever changes them on the \
      way runs code inside the app's web views.
      """,
      ja: "Web ビュー内のページやスクリプトが TLS なしで読み込まれます。途中で改ざんした者は、アプリの Web ビュー内でコードを実行できます。"),
    fix: RuleFix(
      LocalizedText(
        """
        Delete NSAllowsArbitraryLoadsInWebContent, or show foreign pages in SFSafariViewController.
        """,
        ja: """
          NSAllowsArbitraryLoadsInWebContent を削除するか、\
          外部のページは SFSafariViewController で表示してください。
          """),
      library: .transport),
    severity: .medium, confidence: .high, cwe: [319], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: """
        <plist version="1.0"><dict>
        <key>NSAppTransportSecurity</key>
        <dict>
        <key>NSAllowsArbitraryLoadsInWebContent</key>
        <true/>
        </dict>
        </dict></plist>
        """,
      good: """
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key>
        <string>jp.example.tsukimi</string>
        </dict></plist>
        """))
}
