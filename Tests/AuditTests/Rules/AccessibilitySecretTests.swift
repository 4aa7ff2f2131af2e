import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AccessibilitySecretTests {
  @Test(arguments: [
    "func show(_ passcode: String) { ⟦passcodeField.accessibilityValue = passcode⟧ }",
    #"func show(_ password: String) { ⟦field.accessibilityLabel = "Password \(password)"⟧ }"#,
    "func show(_ account: Account) { ⟦row.accessibilityHint = account.recoveryCode⟧ }",
    """
    struct CodeView: View {
      let otp: String
      var body: some View { ⟦Image("dots").accessibilityValue(otp)⟧ }
    }
    """,
    """
    struct CodeView: View {
      let password: String
      var body: some View { ⟦Text("••••").accessibilityLabel(Text(password))⟧ }
    }
    """,
    // The field shows dots, so the value says more than the screen.
    """
    func show(_ password: String) {
      field.isSecureTextEntry = true
      field.text = password
      ⟦field.accessibilityValue = password⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(AccessibilitySecret.self, in: source, severity: .low) }

  @Test(arguments: [
    "passcodeField.accessibilityLabel = \"Passcode\"",
    "func show(_ password: String) { field.accessibilityLabel = strings.passwordLabel }",
    #"func show(_ password: String) { field.accessibilityValue = "\(password.count) characters" }"#,
    "func show(_ user: User) { row.accessibilityLabel = user.displayName }",
    // Everybody who sees the screen reads it anyway.
    "func show(_ otp: String) { label.text = otp\n label.accessibilityValue = otp }",
    """
    struct CodeView: View {
      let otp: String
      var body: some View { Text(otp).font(.title).accessibilityLabel(otp) }
    }
    """,
    "let pinTitle: String = note.pinned ? Title.unpin : Title.pin\npin.accessibilityLabel = pinTitle",
    """
    struct Demo: View {
      var body: some View { Badge { Text(L10n.credentialDemo) }.accessibilityLabel(L10n.credentialDemoAlt) }
    }
    """,
    "struct Pin: View { var body: some View { SecureField(\"\").accessibilityLabel(Text(L10n.password(4))) } }",
    "struct Row: View { var body: some View { Image(\"key\").accessibilityLabel(\"Password\") } }",
  ])
  func isSilent(_ source: String) { expect(AccessibilitySecret.self, in: source) }
}
