import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What is a number or a switch is no secret, whatever its key is called.
@Suite struct NumberOrFlagTests {
  @Test(arguments: [
    """
    var copiesOTP: Bool {
      get { UserDefaults.standard.bool(forKey: copyOTP) }
      set { UserDefaults.standard.set(newValue, forKey: "copyOTP") }
    }
    """,
    """
    func ignore(_ device: UInt) {
      let list = UserDefaults.standard.array(forKey: key) as? [UInt] ?? [UInt]()
      let set = Set(list)
      UserDefaults.standard.set(Array(set), forKey: "ignoreWithOTP")
    }
    """,
    """
    func keep(_ isAsked: Bool, _ rounds: Int, _ day: Date?) {
      UserDefaults.standard.set(isAsked, forKey: "password")
      UserDefaults.standard.set(rounds, forKey: "secret")
      UserDefaults.standard.set(day, forKey: "token")
    }
    """,
  ])
  func isSilent(_ source: String) { expect(PreferencesSecret.self, in: source) }

  @Test func aKeyAloneIsNotGrave() {
    expect(
      PreferencesSecret.self, in: "⟦UserDefaults.standard.set(made(), forKey: \"password\")⟧",
      severity: .medium,
      confidence: .medium)
    expect(
      PreferencesSecret.self,
      in: "func keep(_ text: String) { ⟦UserDefaults.standard.set(text, forKey: \"password\")⟧ }",
      severity: .high,
      confidence: .high)
  }
}
