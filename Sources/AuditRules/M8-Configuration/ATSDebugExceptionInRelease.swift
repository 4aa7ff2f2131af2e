import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// Exceptions for hosts of development in the property list that the released app carries.
struct ATSDebugExceptionInRelease: ProjectRule {
  static let metadata = RuleMetadata(
    id: "ats-debug-exception-in-release",
    title: LocalizedText("Development exception in the released app", ja: "開発用の例外がリリースに含まれる"),
    why: LocalizedText(
      """
      The exception was meant for the desk of a developer, and it ships. Whoever answers under that name in a strange \
      network is spoken to without encryption.
      """,
      ja: "開発環境のための例外がそのまま配布されます。悪意あるネットワークでその名前を名乗るサーバーと、暗号化なしで通信してしまいます。"),
    fix: RuleFix(
      LocalizedText(
        "Give Debug and Release an INFOPLIST_FILE of their own and keep the exception in that of Debug.",
        ja: "Debug と Release で INFOPLIST_FILE を分け、例外は Debug 用の Info.plist だけに記載してください。"),
      library: .transport),
    severity: .medium, confidence: .high, cwe: [16], owaspMobile2024: [.m8], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      language: "plist-in-project",
      bad: """
        <key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict>
        <key>localhost</key><dict><key>NSExceptionAllowsInsecureHTTPLoads</key><true/></dict>
        </dict></dict>
        """,
      good: "<key>CFBundlePackageType</key><string>APPL</string>"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    var told: Set<String> = []
    for (xcode, target) in project.inventory.layout.appTargets {
      guard let path = xcode.infoPlist(of: target), told.insert(path).inserted,
        let list = project.propertyLists(.infoPlist).first(where: { $0.text.path == path }),
        let domains = list.root.value(at: ["NSAppTransportSecurity", "NSExceptionDomains"])?.dictionary
      else { continue }
      let hosts = domains.entries.filter { entry in
        Self.isDevelopment(entry.key)
          && Self.weakens(entry.value)
      }
      guard let first = hosts.first else { continue }
      report.add(
        Self.self, in: list.text, at: list.region(of: first.keyRange ?? first.range),
        LocalizedText(
          """
          \(xcode.releaseConfiguration) of \(target.name) uses this list with exceptions for \
          \(hosts.map(\.key).joined(separator: ", ")).
          """,
          ja: """
            \(target.name) の \(xcode.releaseConfiguration) が、\(hosts.map(\.key).joined(separator: "、")) への例外を含む\
            この Info.plist を使用しています。
            """))
    }
  }

  private static func weakens(_ exception: PropertyList) -> Bool {
    let minimum = exception["NSExceptionMinimumTLSVersion"]?.string
    return exception["NSExceptionAllowsInsecureHTTPLoads"]?.boolean == true
      || exception["NSExceptionRequiresForwardSecrecy"]?.boolean == false
      || minimum == "TLSv1.0" || minimum == "TLSv1.1"
  }

  /// Names that only a developer's network answers to.
  private static func isDevelopment(_ host: String) -> Bool {
    let host = host.lowercased()
    if ["localhost", "127.0.0.1", "::1", "10.0.2.2", "0.0.0.0"].contains(host) { return true }
    if host.hasPrefix("192.168.") || host.hasPrefix("10.") && host.allSatisfy({ $0.isNumber || $0 == "." }) {
      return true
    }
    if ["ngrok.io", "ngrok-free.app", "localtunnel.me"].contains(where: { host.hasSuffix($0) }) {
      return true
    }
    let labels = host.split { $0 == "." || $0 == "-" }.map(String.init)
    return labels.count > 1 && ["local", "localhost", "test"].contains(labels[labels.count - 1])
      || labels.dropLast().contains { words.contains($0) }
  }

  private static let words: Set<String> = [
    "dev", "development", "staging", "stage", "stg", "qa", "uat", "debug",
  ]
}
