import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TrackingWithoutConsentTests {
  private static let app =
    "@main struct MoonApp: App { var body: some Scene { WindowGroup { Text(\"\") } } }\n"

  private func findings(_ files: [String], isApp: Bool = true) async throws -> [Finding] {
    let inventory = Inventory(
      target: AuditTarget(path: "App", kind: .sourceTree, isApp: isApp), layout: ProjectLayout([]),
      files: files.enumerated().map { SourceFile(path: "File\($0).swift", contents: Array($1.utf8)) },
      others: [],
      skipped: [])
    let report = try await Auditor(options: Auditor.Options(jobs: 1)).audit(inventory)
    return report.findings.filter { $0.rule == TrackingWithoutConsent.id }
  }

  @Test(arguments: [
    "let id = ASIdentifierManager.shared().advertisingIdentifier",
    "func start() { Tracker.start(ASIdentifierManager.shared().advertisingIdentifier.uuidString) }",
    "let manager = ASIdentifierManager.shared()\nlet id = manager.advertisingIdentifier",
  ])
  func speaks(_ source: String) async throws {
    let found = try await findings([Self.app, source])
    #expect(found.count == 1)
    #expect(found.first?.file == "File1.swift" && found.first?.severity == .medium)
  }

  @Test(arguments: [
    "import AppTrackingTransparency\nfunc ask() async { _ = await ATTrackingManager.requestTrackingAuthorization() }",
    "func ask() { ATTrackingManager.requestTrackingAuthorization { status in use(status) } }",
  ])
  func isSilentWhenTheUserIsAsked(_ other: String) async throws {
    let found = try await findings(["let id = ASIdentifierManager.shared().advertisingIdentifier", other])
    #expect(found.isEmpty)
  }

  @Test func isSilentForLibrariesAndWithoutIdentifier() async throws {
    let source = "let id = ASIdentifierManager.shared().advertisingIdentifier"
    #expect(try await findings([source], isApp: false).isEmpty)
    #expect(try await findings(["let id = UIDevice.current.identifierForVendor"]).isEmpty)
  }
}
