import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

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
    func open(_ url: URL) {
      guard url.scheme == "shop" else { return }
      if url.host() == "unlock", ⟦url.query()?.contains("qa=1") == true⟧ { account.isUnlocked = true }
    }
    """,
    """
    func open(_ url: URL) { if ⟦url.absoluteString.hasSuffix("#tester")⟧ { isAuthenticated = true } }
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
    """
    func open(_ url: URL) { if url.query()?.contains("page=2") == true { isShown = true } }
    """,
    """
    func open(_ url: URL) async {
      if url.query()?.contains("lock=1") == true { isUnlocked = false } else { isUnlocked = true }
    }
    """,
    """
    if text.contains("qa=1") { isUnlocked = true }
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
