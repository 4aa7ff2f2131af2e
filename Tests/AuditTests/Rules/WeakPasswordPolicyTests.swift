import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct WeakPasswordPolicyTests {
  @Test(arguments: [
    "if ⟦password.count >= 4⟧ { signUp() }",
    "guard ⟦newPassword.count > 5⟧ else { return }",
    "if ⟦passwordField.text!.count < 6⟧ { show(error) }",
    "if let text = passwordField.text, ⟦passwordField.text!.count <= 5⟧ { show(error) }",
    "let ⟦minimumPasswordLength = 6⟧\nfunc isValid(_ password: String) -> Bool { password.count >= minimumPasswordLength }",
    "enum Policy { static let ⟦minPasswordLength = 4⟧ }",
    "let least = 6\nfunc check(_ password: String) -> Bool { return ⟦password.count >= least⟧ }",
    "if ⟦(6...20).contains(password.count)⟧ { signUp() }",
    "func tidy() { ⟦password = String(password.prefix(8))⟧ }",
    // The name says nothing, the callers do.
    """
    func validate(_ text: String) -> Bool {
      let ⟦short = String(text.prefix(8))⟧
      return !short.isEmpty
    }
    func change() {
      guard let new = newPassword.text, validate(new) else { return }
    }
    """,
    "func mayUse(pin: String) -> Bool { return ⟦pin.count >= 4⟧ }",
    "override func viewDidLoad() { ⟦passwordTextField.keyboardType = .numberPad⟧ }",
    "var body: some View { SecureField(\"Password\", text: $password).keyboardType(⟦.numberPad⟧) }",
  ])
  func speaks(_ source: String) { expect(WeakPasswordPolicy.self, in: source, severity: .low) }

  @Test(arguments: [
    "if password.count >= 12 { signUp() }",
    "guard password.count >= 8 else { return }",
    // Whether something was typed at all.
    "if password.count > 0 { enable() }", "guard password.count >= 1 else { return }",
    // Numbers that a person is sent or sets as a PIN.
    "if pin.count == 6 { verify() }", "if otp.count >= 6 { verify() }", "pinField.keyboardType = .numberPad",
    "if pin.count == 4 { verify() }", "if pin.count >= 6 { verify() }", "if otp.count >= 4 { verify() }",
    "let masked = String(password.prefix(6))", "if passwords.count > 3 { page() }",
    "let maximumPasswordLength = 128", "let minimumPasswordLength = 10",
    "let shown = password.prefix(4) + \"…\"",
    "var body: some View { SecureField(\"PIN\", text: $pin).keyboardType(.numberPad) }",
    "if password.count >= policy.minimum { signUp() }",
  ])
  func isSilent(_ source: String) { expect(WeakPasswordPolicy.self, in: source) }
}
