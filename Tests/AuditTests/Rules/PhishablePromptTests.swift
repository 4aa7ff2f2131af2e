import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PhishablePromptTests {
  @Test(arguments: [
    """
    func ask() {
      let alert = UIAlertController(title: ⟦"Apple ID Password"⟧, message: "Enter it", preferredStyle: .alert)
      alert.addTextField { field in
        field.placeholder = "Password"
        field.isSecureTextEntry = true
      }
    }
    """,
    #"""
    func ask() {
      let alert = UIAlertController(title: "Sign in", message: ⟦"Enter the iCloud password of \(name)"⟧, preferredStyle: .alert)
      alert.addTextField { $0.isSecureTextEntry = true }
    }
    """#,
    """
    func ask() {
      let alert = UIAlertView(title: ⟦"Sign In to iTunes Store"⟧, message: "", delegate: self, cancelButtonTitle: "OK")
      alert.alertViewStyle = .loginAndPasswordInput
    }
    """,
    "var body: some View { Text(a).alert(⟦\"Sign in with your Apple Account\"⟧, isPresented: $asks) { SecureField(\"\", text: $p) } }",
  ])
  func speaks(_ source: String) { expect(PhishablePrompt.self, in: source, severity: .low, confidence: .low) }

  @Test(arguments: [
    """
    func ask() {
      let alert = UIAlertController(title: "Unlock", message: "Your journal password", preferredStyle: .alert)
      alert.addTextField { $0.isSecureTextEntry = true }
    }
    """,
    "func tell() { let alert = UIAlertController(title: \"iCloud is off\", message: \"\", preferredStyle: .alert) }",
    """
    func rename() {
      let alert = UIAlertController(title: "Name in Game Center", message: "", preferredStyle: .alert)
      alert.addTextField { $0.isSecureTextEntry = false }
    }
    """,
  ])
  func isSilent(_ source: String) { expect(PhishablePrompt.self, in: source) }
}
