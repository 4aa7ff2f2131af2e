import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// Plain HTTP allowed for a host.
struct ATSInsecureHTTPException: ATSRule {
  static let issue = ATSIssue.Rule.insecureHTTPException

  static let metadata = RuleMetadata(
    id: "ats-insecure-http-exception",
    title: LocalizedText("Plain HTTP allowed for a host", ja: "ホストへの平文 HTTP を許可している"),
    why: LocalizedText(
      """
      For this host the app accepts connections without TLS and certificates that fail the check. \
      Everyone on the network path can read and change the traffic.
      """,
      ja: "このホストでは TLS なしの接続や検証に失敗する証明書も受け入れます。通信経路上の誰もが通信を読み取り、改ざんできます。"),
    fix: RuleFix(
      LocalizedText(
        """
        Delete NSExceptionAllowsInsecureHTTPLoads and give the server a certificate. Development \
        hosts belong in the Info.plist of the debug configuration.
        """,
        ja: """
          NSExceptionAllowsInsecureHTTPLoads を削除し、サーバーに証明書を導入してください。開発用ホストは Debug 構成の Info.plist \
          に置きます。
          """),
      library: .transport),
    severity: .high, confidence: .high, cwe: [319], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
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
        <key>NSExceptionAllowsInsecureHTTPLoads</key>
        <true/>
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

  /// The onion service's name is its key, and the circuit to it is encrypted.
  static func concerns(_ issue: ATSIssue) -> Bool {
    let host = issue.host?.lowercased() ?? ""
    return host != "onion" && !host.hasSuffix(".onion")
  }
}
