import AuditEngine
import OmamoriCore
import OmamoriReport

/// The advertising identifier is read and the user is never asked.
struct TrackingWithoutConsent: ProjectRule {
  static let metadata = RuleMetadata(
    id: "tracking-without-consent",
    title: LocalizedText("Tracking without asking the user", ja: "許可を求めないトラッキング"),
    why: LocalizedText(
      """
      Without authorisation the advertising identifier is all zeros, and tracking by other means breaks the rules of \
      App Tracking Transparency and, in many places, the law.
      """,
      ja: """
        許可がなければ広告識別子はすべてゼロになります。別の手段で追跡することは App Tracking Transparency の規則に反し、\
        多くの地域で法律にも反します。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Ask with ATTrackingManager.requestTrackingAuthorization() before the identifier is read and respect the answer, \
        or do without the identifier.
        """,
        ja: """
          識別子を読む前に ATTrackingManager.requestTrackingAuthorization() で許可を求めて回答に従うか、\
          識別子を使わないでください。
          """)),
    severity: .medium, confidence: .medium, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        @main struct MoonApp: App {
          let advertiser = ASIdentifierManager.shared().advertisingIdentifier.uuidString
          var body: some Scene { WindowGroup { MoonView(advertiser) } }
        }
        """,
      good: """
        @main struct MoonApp: App {
          var body: some Scene { WindowGroup { MoonView().task { await start() } } }
          func start() async {
            guard await ATTrackingManager.requestTrackingAuthorization() == .authorized else { return }
            measure(ASIdentifierManager.shared().advertisingIdentifier.uuidString)
          }
        }
        """))

  static let names: Set<String> = [
    "advertisingIdentifier", "requestTrackingAuthorization", "trackingAuthorizationStatus",
  ]

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp, project.uses(of: "requestTrackingAuthorization").isEmpty else {
      return
    }
    // A framework asked for the status by somebody else's prompt is given the benefit of the doubt.
    let confidence: Confidence? = project.uses(of: "trackingAuthorizationStatus").isEmpty ? nil : .low
    for use in project.uses(of: "advertisingIdentifier") where use.context == .app {
      report.add(
        Self.self, at: use,
        LocalizedText(
          "The advertising identifier is read, and no code of the app asks for tracking authorisation.",
          ja: "広告識別子を読んでいますが、トラッキングの許可を求めるコードがアプリにありません。"),
        confidence: confidence)
    }
  }
}
