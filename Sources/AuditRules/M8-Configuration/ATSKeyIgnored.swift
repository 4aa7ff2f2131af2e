import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// Setting of App Transport Security without effect.
struct ATSKeyIgnored: ATSRule {
  static let issue = ATSIssue.Rule.keyIgnored

  static let metadata = RuleMetadata(
    id: "ats-key-ignored",
    title: LocalizedText(
      "Setting of App Transport Security without effect", ja: "効果のない App Transport Security の設定"),
    why: LocalizedText(
      """
      The system does not read the setting as it stands. Whoever wrote it believes in a protection, \
      or in an exception, that is not there.
      """,
      ja: "この設定は現在の記述ではシステムに読み取られません。存在しない保護や例外を、あるものと誤解させます。"),
    fix: RuleFix(
      LocalizedText(
        "Correct the key, its type or its host, or delete it.",
        ja: "キー、型、ホスト名を修正するか、削除してください。"),
      library: .transport),
    severity: .low, confidence: .high, cwe: [16], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: """
        <plist version="1.0"><dict>
        <key>NSAppTransportSecurity</key>
        <dict>
        <key>NSAllowsArbitraryLoads</key>
        <string>YES</string>
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
