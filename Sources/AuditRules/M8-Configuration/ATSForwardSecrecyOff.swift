import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// Forward secrecy not required for a host.
struct ATSForwardSecrecyOff: ATSRule {
  static let issue = ATSIssue.Rule.forwardSecrecyOff

  static let metadata = RuleMetadata(
    id: "ats-forward-secrecy-off",
    title: LocalizedText("Forward secrecy not required for a host", ja: "ホストに前方秘匿性を要求していない"),
    why: LocalizedText(
      """
      Without forward secrecy, traffic that was recorded today can be read on the day the server's \
      key leaks.
      """,
      ja: "前方秘匿性がないと、今日記録された通信が、将来サーバーの鍵が漏えいした時点で解読されます。"),
    fix: RuleFix(
      LocalizedText(
        "Delete NSExceptionRequiresForwardSecrecy; every current server offers ECDHE.",
        ja: "NSExceptionRequiresForwardSecrecy を削除してください。現行のサーバーはすべて ECDHE に対応しています。"),
      library: .transport),
    severity: .low, confidence: .high, cwe: [326], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: """
        <plist version="1.0"><dict>
        <key>NSAppTransportSecurity</key>
        <dict>
        <key>NSExceptionDomains</key>
        <dict>
        <key>api.tsukimi.jp</key>
        <dict>
        <key>NSExceptionRequiresForwardSecrecy</key>
        <false/>
        </dict>
        </dict>
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
