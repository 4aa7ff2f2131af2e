import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ResilienceInventoryTests {
  private static let app =
    "@main struct MoonApp: ⟦App⟧ { var body: some Scene { WindowGroup { MoonView() } } }"

  private func plain(_ text: String) -> String { text.replacing("⟦", with: "").replacing("⟧", with: "") }

  @Test(arguments: [
    "let isTraced = info.kp_proc.p_flag & ⟦P_TRACED⟧ != 0",
    "func names() { for i in 0..<_dyld_image_count() { look(⟦_dyld_get_image_name⟧(i)) } }",
    "let service = ⟦DCAppAttestService⟧.shared",
  ])
  func speaks(_ source: String) throws {
    try expect(
      ResilienceInventory.self, in: ["App.swift": plain(Self.app), "Checks.swift": source], severity: .info)
  }

  /// One line for the whole app, with the other places beside it.
  @Test func severalTechniquesAreOneFinding() throws {
    let facts = try ProjectFixture.facts([
      "App.swift": plain(Self.app),
      "Checks.swift":
        "let a = flags & P_TRACED\nlet b = _dyld_get_image_name(0)\nlet c = DCAppAttestService.shared",
    ])
    var report = ProjectReport()
    ResilienceInventory().check(facts, &report)
    #expect(report.findings.count == 1)
    #expect(report.findings.first?.related.count == 2)
  }

  @Test func aTokenOfDeviceCheckIsNoAttestation() throws {
    let facts = try ProjectFixture.facts([
      "App.swift": plain(Self.app),
      "Checks.swift": "DCDevice.current.generateToken { token, error in send(token) }",
    ])
    var report = ProjectReport()
    ResilienceInventory().check(facts, &report)
    #expect(report.findings.map(\.message.english) == ["The app has: DeviceCheck tokens."])
  }

  @Test func absenceIsSaidInALowVoice() throws {
    try expect(ResilienceInventory.self, in: ["App.swift": Self.app], severity: .info)
    let facts = try ProjectFixture.facts(["App.swift": plain(Self.app)])
    var report = ProjectReport()
    ResilienceInventory().check(facts, &report)
    #expect(report.findings.map(\.confidence) == [.low])
  }

  /// Other rules judge whether the check is worth anything.
  @Test func aCheckForJailbreaksAloneIsSaidInALowVoice() throws {
    let facts = try ProjectFixture.facts([
      "App.swift": plain(Self.app), "Checks.swift": "if device.isJailbroken { warn() }",
    ])
    var report = ProjectReport()
    ResilienceInventory().check(facts, &report)
    #expect(report.findings.map(\.confidence) == [.low])
  }

  @Test func librariesAreLeftAlone() throws {
    try expect(ResilienceInventory.self, in: ["Checks.swift": "let isTraced = flags & P_TRACED != 0"])
  }
}
