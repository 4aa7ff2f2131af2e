import OmamoriReport
import Testing

@testable import OmamoriScanner

@Suite struct DebugBackdoorTests {
  @Test(arguments: [
    """
    if ⟦ProcessInfo.processInfo.arguments.contains("-skipLogin")⟧ {
      UserDefaults.standard.set(true, forKey: "isLoggedIn")
    }
    """,
    """
    let open = ⟦ProcessInfo.processInfo.environment["DISABLE_PINNING"]⟧ != nil
    """,
    """
    if ⟦CommandLine.arguments.contains("--bypass-auth")⟧ || ⟦UserDefaults.standard.bool(forKey: "skipPasscode")⟧ { unlock() }
    """,
    """
    func authenticate(_ user: String, _ password: String) -> Bool {
      // TODO: ask the server
      return ⟦true⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(DebugBackdoor.self, in: source) }

  @Test(arguments: [
    """
    #if DEBUG
      if ProcessInfo.processInfo.arguments.contains("-skipLogin") { session.open() }
    #endif
    """,
    """
    if ProcessInfo.processInfo.arguments.contains("-UITestsDisableAnimations") { UIView.setAnimationsEnabled(false) }
    """,
    """
    if UserDefaults.standard.bool(forKey: "skipOnboarding") { showHome() }
    """,
    """
    func authenticate(_ password: String) -> Bool { verifier.matches(password) }
    """,
    """
    let key = "skipLogin"
    """,
  ])
  func isSilent(_ source: String) { expect(DebugBackdoor.self, in: source) }

  @Test func notesWhatReleaseBuildsLeaveOut() {
    let text = TextSource(path: "App.swift", bytes: Array("#if DEBUG\n  print(1)\n#endif".utf8))
    var report = FileReport(text)
    DebugBackdoor().check(SwiftSource(text), &report)
    #expect(report.evidence.map(\.kind) == [.debugConditional])
  }
}
