import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ClientSideCredentialCheckTests {
  @Test(arguments: [
    """
    func login() {
      let stored = UserDefaults.standard.string(forKey: "pw")
      if ⟦passwordField.text == stored⟧ { showHome() }
    }
    """,
    // A list of users in the bundle, Swift 4 style.
    """
    @IBAction func loginTapped(_ sender: Any) {
      let path = Bundle.main.path(forResource: "users", ofType: "plist")!
      let users = NSDictionary(contentsOfFile: path)!
      let expected = users[nameField.text!] as? String
      guard ⟦expected == passwordTextField.text⟧ else { return }
      performSegue(withIdentifier: "home", sender: nil)
    }
    """,
    """
    func check(_ pin: String) throws -> Bool {
      let data = try Data(contentsOf: url)
      let account = try JSONDecoder().decode(Account.self, from: data)
      return ⟦account.pin == pin⟧
    }
    """,
    """
    func signIn(_ name: String, _ password: String) -> Bool {
      let users = NSDictionary(contentsOf: Bundle.main.url(forResource: "users", withExtension: "plist")!)!
      return ⟦users[name] as? String == password⟧
    }
    """,
    // Read by a function of its own.
    """
    func expected() -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
    func login(_ password: String) {
      let right = expected()
      if ⟦password == right⟧ { showHome() }
    }
    """,
    "func isRight(_ passcode: String) -> Bool { return ⟦passcode == defaults.string(forKey: \"lock\")⟧ }",
    """
    @IBAction func change(_ sender: Any) {
      guard let old = oldPassword.text, let new = newPassword.text else { return }
      if ⟦old == Session.password⟧ { send(new) }
    }
    """,
    """
    func open(_ password: String) {
      let rows = realm.objects(Account.self)
      if ⟦rows.first!.secret != password⟧ { return }
      show(rows)
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(ClientSideCredentialCheck.self, in: source, severity: .medium, confidence: .medium)
  }

  @Test(arguments: [
    // The same, typed twice.
    "if password == confirmation { next() }", "if passwordField.text == repeatField.text { next() }",
    "let user = UserDefaults.standard.string(forKey: \"name\")\nif nameField.text == user { greet() }",
    "func check(_ pin: String) throws -> Bool { try hasher.verify(pin, against: keychain.verifier) }",
    "if token == UserDefaults.standard.string(forKey: \"lastToken\") { return }",
    "let kind = UserDefaults.standard.string(forKey: \"kind\")\nif passwordKind == kind { next() }",
    "if kind == Field.password { next() }", "if textContentType == .password { next() }",
    "func accepts(_ password: String, _ other: String) -> Bool { password == other }",
  ])
  func isSilent(_ source: String) { expect(ClientSideCredentialCheck.self, in: source) }
}
