import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// Pins that refuse everything, protect nothing or have no backup.
struct PinnedDomainsInvalid: ATSRule {
  static let issue = ATSIssue.Rule.pinnedDomainsInvalid

  static let metadata = RuleMetadata(
    id: "pinned-domains-invalid",
    title: LocalizedText(
      "Pins that refuse everything, protect nothing or have no backup", ja: "全接続を拒否する、保護にならない、または予備のないピン設定"),
    why: LocalizedText(
      """
      A pin list without a valid pin cuts the app off from its server; one without a backup does so \
      on the day the key has to change; pins on a host with an HTTP exception protect nothing.
      """,
      ja: """
        有効なピンのない設定はアプリをサーバーから切り離します。予備のピンがなければ鍵の更新日に同じことが起き、\
        HTTP 例外のあるホストのピンは何も保護しません。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        List the base64 SHA-256 of two keys per host: the one in use and one kept offline. \
        SecureSession's PinSet checks both.
        """,
        ja: """
          ホストごとに、使用中の鍵とオフラインで保管する鍵の 2 つの SHA-256（base64）を記載してください。SecureSession の PinSet は両方を確認します。
          """),
      library: .transport),
    severity: .high, confidence: .high, cwe: [295], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: """
        <plist version="1.0"><dict>
        <key>NSAppTransportSecurity</key>
        <dict>
        <key>NSPinnedDomains</key>
        <dict>
        <key>api.tsukimi.jp</key>
        <dict>
        <key>NSPinnedLeafIdentities</key>
        <array/>
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

extension PinnedDomainsInvalid: PropertyListRule {
  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    guard list.describesApp else { return }
    for host in ATSSummary(list.root).pinnedHosts {
      let isSound = host.isEffective && host.hasBackup
      report.note(
        isSound ? .pinning : .pinningBroken, in: list.region(ofKey: "NSAppTransportSecurity"),
        isSound
          ? LocalizedText("\(host.name) is pinned with a backup.", ja: "\(host.name) は予備付きでピン留めされています。")
          : LocalizedText("The pins of \(host.name) do not protect.", ja: "\(host.name) のピンは有効に機能しません。"))
    }
  }
}
