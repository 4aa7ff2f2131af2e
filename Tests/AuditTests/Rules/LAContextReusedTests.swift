import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct LAContextReusedTests {
  @Test(arguments: [
    """
    final class Gate {
      static let shared = Gate()
      ⟦let context = LAContext()⟧
      func open(_ done: @escaping (Bool) -> Void) {
        context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x") { ok, _ in done(ok) }
      }
    }
    """,
    """
    ⟦let authentication = LAContext()⟧
    func open() async throws -> Bool {
      try await authentication.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")
    }
    """,
    """
    final class LockController: UIViewController {
      private lazy var ⟦context = LAContext()⟧
      override func viewDidAppear(_ animated: Bool) {
        self.context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x", reply: { ok, error in show(ok) })
      }
    }
    """,
  ])
  func speaks(_ source: String) {
    // The finding is on the name and its value, not on `let`.
    let marked = source.replacing("⟦let ", with: "let ⟦")
    expect(LAContextReused.self, in: marked, severity: .low, confidence: .medium)
  }

  @Test(arguments: [
    "let context = LAContext()\n⟦context.touchIDAuthenticationAllowableReuseDuration = 60⟧",
    "⟦context.touchIDAuthenticationAllowableReuseDuration = LATouchIDAuthenticationMaximumAllowableReuseDuration⟧",
    "let minute = 60\nfunc open() { ⟦context.touchIDAuthenticationAllowableReuseDuration = minute * 5⟧ }",
    "⟦context.touchIDAuthenticationAllowableReuseDuration = 0.5⟧",
  ])
  func durationsSpeak(_ source: String) { expect(LAContextReused.self, in: source, confidence: .high) }

  @Test(arguments: [
    """
    func open() async throws -> Bool {
      let context = LAContext()
      return try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")
    }
    """,
    """
    final class Gate {
      var context = LAContext()
      func open() async throws -> Bool {
        context = LAContext()
        return try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")
      }
    }
    """,
    """
    final class Gate {
      let context = LAContext()
      func open() async throws -> Bool {
        defer { context.invalidate() }
        return try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")
      }
    }
    """,
    // Only asked what the device can do.
    "final class Gate { let context = LAContext()\n var canAsk: Bool { context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) } }",
    "context.touchIDAuthenticationAllowableReuseDuration = 0",
    "context.touchIDAuthenticationAllowableReuseDuration = duration",
  ])
  func isSilent(_ source: String) { expect(LAContextReused.self, in: source) }
}
