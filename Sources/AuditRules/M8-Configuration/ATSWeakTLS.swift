import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// Outdated TLS allowed for a host.
struct ATSWeakTLS: ATSRule {
  static let issue = ATSIssue.Rule.weakTLS

  static let metadata = RuleMetadata(
    id: "ats-weak-tls",
    title: LocalizedText("Outdated TLS allowed for a host", ja: "ホストへの古い TLS を許可している"),
    why: LocalizedText(
      """
      TLS 1.0 and 1.1 are deprecated (RFC 8996) and can be attacked on the network path; newer \
      systems ignore the setting and the connection fails.
      """,
      ja: "TLS 1.0 と 1.1 は廃止されており（RFC 8996）、通信経路上で攻撃できます。新しい OS ではこの設定は無視され、接続が失敗します。"),
    fix: RuleFix(
      LocalizedText(
        "Delete NSExceptionMinimumTLSVersion and update the server to TLS 1.2 or 1.3.",
        ja: "NSExceptionMinimumTLSVersion を削除し、サーバーを TLS 1.2 または 1.3 に更新してください。"),
      library: .transport),
    severity: .medium, confidence: .high, cwe: [757], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
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
        <key>NSExceptionMinimumTLSVersion</key>
        <string>TLSv1.0</string>
        </dict>
        </dict>
        </dict>
        </dict></plist>
        """,
      good: """
        <plist version="1.0"><dict>
        <key>NSAppTransportSecurity</key>
        <dict>
        <key>NSExceptionDomains</key>
        <dict>
        <key>api.tsukimi.jp</key>
        <dict>
        <key>NSExceptionMinimumTLSVersion</key>
        <string>TLSv1.3</string>
        </dict>
        </dict>
        </dict>
        </dict></plist>
        """))
}
