import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// App Transport Security switched off.
struct ATSArbitraryLoads: ATSRule {
  static let issue = ATSIssue.Rule.arbitraryLoads

  static let metadata = RuleMetadata(
    id: "ats-arbitrary-loads",
    title: LocalizedText("App Transport Security switched off", ja: "App Transport Security が無効になっている"),
    why: LocalizedText(
      """
      The app may talk to any public host without TLS or with a broken one. Everyone on the network \
      path can read and change what it sends and receives.
      """,
      ja: "アプリは公開ホストと TLS なし、または不備のある TLS で通信できます。通信経路上の誰もが内容を読み取り、改ざんできます。"),
    fix: RuleFix(
      LocalizedText(
        """
        Delete NSAllowsArbitraryLoads. A server that cannot do TLS gets an exception of its own in \
        NSExceptionDomains.
        """,
        ja: """
          NSAllowsArbitraryLoads を削除してください。TLS に対応できないサーバーがあれば NSExceptionDomains で個別に例外を設定します。
          """),
      library: .transport),
    severity: .medium, confidence: .medium, cwe: [319], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: """
        <plist version="1.0"><dict>
        <key>NSAppTransportSecurity</key>
        <dict>
        <key>NSAllowsArbitraryLoads</key>
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

  /// The setting alone sends nothing in clear: what that costs depends on the addresses that the app asks for.
  static func severity(of issue: ATSIssue) -> Severity { min(metadata.severity, Severity(issue.severity)) }
}

extension ATSArbitraryLoads: PropertyListRule {
  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    guard list.describesApp else { return }
    let summary = ATSSummary(list.root)
    if !summary.publicHostLosesATS {
      report.note(
        .atsEnforced, in: list.region(ofKey: "NSAppTransportSecurity"),
        LocalizedText("ATS holds for every public host.", ja: "すべての公開ホストに ATS が適用されます。"))
    }
    for host in summary.tightenedHosts {
      report.note(
        .atsTightened, in: list.region(ofKey: "NSAppTransportSecurity"),
        LocalizedText("ATS is tightened for \(host).", ja: "\(host) の ATS が強化されています。"))
    }
  }
}
