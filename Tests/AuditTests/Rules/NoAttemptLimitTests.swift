import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct NoAttemptLimitTests {
  @Test(arguments: [
    "func ⟦checkPasscode⟧(_ typed: String) -> Bool { digest(typed) == stored }",
    """
    final class Lock {
      func ⟦isPinCorrect⟧(_ pin: String) -> Bool {
        let hash = SHA256.hash(data: Data(pin.utf8))
        if Data(hash) != storedHash { return false }
        return true
      }
    }
    """,
    "func ⟦check⟧(pin: String) -> Bool { return pin == UserDefaults.standard.string(forKey: \"code\") }",
    """
    func ⟦validatePassword⟧(password: String, for user: User) -> Bool {
      guard let stored = users[user.name] else { return false }
      return stored == password
    }
    """,
  ])
  func speaks(_ source: String) { expect(NoAttemptLimit.self, in: source, severity: .low, confidence: .low) }

  @Test(arguments: [
    """
    var failedAttempts = 0
    func checkPasscode(_ typed: String) -> Bool {
      guard failedAttempts < 5 else { return false }
      return digest(typed) == stored
    }
    """,
    "func checkPasscode(_ typed: String) -> Bool { limiter.isOpen && digest(typed) == stored }",
    // The server counts.
    "func verifyPassword(_ typed: String) async -> Bool { await server.check(typed) == 200 }",
    "func validatePassword(_ typed: String) -> Bool { typed.count == 8 }",
    "func validatePasswordField(_ typed: String) -> Bool { typed == confirmation }",
  ])
  func isSilent(_ source: String) { expect(NoAttemptLimit.self, in: source) }
}
