import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// App Transport Security switched off for media.
struct ATSMedia: ATSRule {
  static let issue = ATSIssue.Rule.media

  static let metadata = RuleMetadata(
    id: "ats-media",
    title: LocalizedText(
      "App Transport Security switched off for media", ja: "メディアの App Transport Security が無効になっている"),
    why: LocalizedText(
      """
      Streams may be loaded without TLS; what somebody watches or listens to can be seen and \
      replaced on the way.
      """,
      ja: "ストリームが TLS なしで読み込まれます。視聴内容が途中で読み取られ、差し替えられるおそれがあります。"),
    fix: RuleFix(
      LocalizedText(
        "Delete NSAllowsArbitraryLoadsForMedia and serve media over https.",
        ja: "NSAllowsArbitraryLoadsForMedia を削除し、メディアを https で配信してください。"),
      library: .transport),
    severity: .medium, confidence: .high, cwe: [319], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: """
        <plist version="1.0"><dict>
        <key>NSAppTransportSecurity</key>
        <dict>
        <key>NSAllowsArbitraryLoadsForMedia</key>
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
