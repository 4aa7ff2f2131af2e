import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// An address of a tracker that the privacy manifest does not name.
struct PrivacyTrackingDomainUndeclared: ProjectRule {
  static let metadata = RuleMetadata(
    id: "privacy-tracking-domain-undeclared",
    title: LocalizedText("Tracking domain is not declared", ja: "申告されていない追跡ドメイン"),
    why: LocalizedText(
      """
      The system blocks a tracking domain for people who refuse tracking, but only one that the manifest names. An \
      undeclared one goes on following them.
      """,
      ja: "追跡を拒否した利用者に対してシステムが遮断するのは、マニフェストに記載された追跡ドメインだけです。未申告のドメインは追跡を続けます。"),
    fix: RuleFix(
      LocalizedText(
        "Name the host in NSPrivacyTrackingDomains and set NSPrivacyTracking, or stop talking to it.",
        ja: "NSPrivacyTrackingDomains にホスト名を記載して NSPrivacyTracking を設定するか、通信をやめてください。")),
    severity: .low, confidence: .medium, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "swift",
      bad: """
        @main struct Shop: App {
          let events = "https://api2.branch.io/v1/event"
        }
        """,
      good: """
        @main struct Shop: App {
          let events = "https://events.shop.example/v1/event"
        }
        """))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp else { return }
    let declared = project.propertyLists(.privacyManifest).flatMap { list in
      (list.root["NSPrivacyTrackingDomains"]?.array ?? []).compactMap { $0.string?.lowercased() }
    }
    var told: Set<String> = []
    for use in project.apiUses {
      guard use.context == .app, case .trackerHost(let host) = use.subject,
        !declared.contains(where: { host == $0 || host.hasSuffix("." + $0) }), told.insert(host).inserted
      else { continue }
      report.add(
        Self.self, at: use,
        LocalizedText(
          "\(host) is on the list of trackers of \(TrackerHosts.date), and no privacy manifest names it.",
          ja: "\(host) は \(TrackerHosts.date) 時点の追跡ホスト一覧にありますが、プライバシーマニフェストに記載がありません。"))
    }
  }
}
