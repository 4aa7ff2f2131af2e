import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct UserPasswordPersistedTests {
  @Test(arguments: [
    "let item: [String: Any] = [kSecValueData as String: ⟦Data(password.utf8)⟧]",
    "let item = [kSecClass: kSecClassInternetPassword, kSecValueData: ⟦passwordField.text!.data(using: .utf8)!⟧] as CFDictionary",
    "func keep(_ p: String) { var q: [String: Any] = [:]; ⟦q[kSecValueData as String] = p.data(using: .utf8)⟧ }\nfunc go(userPassword: String) { keep(userPassword) }",
    "func login(password: String) { ⟦keychain.set(password, forKey: \"login\")⟧ }",
    "let store = KeychainSwift()\nfunc login(password: String) { ⟦store.set(password, forKey: \"login\")⟧ }",
    "func login() { let entered = loginPasswordField.text ?? \"\"; try? ⟦Keychain.standard.save(entered, for: \"p\")⟧ }",
    "[String(kSecValueData): ⟦Data(accountPwd.utf8)⟧]",
  ])
  func speaks(_ code: String) {
    expect(UserPasswordPersisted.self, in: code, severity: .low, confidence: .low)
  }

  @Test(arguments: [
    "let item: [String: Any] = [kSecValueData as String: Data(token.utf8)]",
    "let item: [String: Any] = [kSecValueData as String: Data(wifiPassword.utf8)]",
    "let item: [String: Any] = [kSecValueData as String: Data(databasePassword.utf8)]",
    "let item: [String: Any] = [kSecValueData as String: hash(password)]",
    "struct PasswordVault { func keep(password: String) { keychain.set(password, forKey: \"p\") } }",
    "import AuthenticationServices\nfunc f(c: ASPasswordCredential) { keychain.set(c.password, forKey: \"p\") }",
    "settings.set(password, forKey: \"p\")",
    "keychain.set(passwordHint, forKey: \"p\")",
    "let query: [String: Any] = [kSecAttrAccount as String: password]",
  ])
  func isSilent(_ code: String) { expect(UserPasswordPersisted.self, in: code) }

  @Test func theWayIsTold() {
    let text = TextSource(
      path: "A.swift",
      bytes: Array(
        "func keep(_ p: String) {\n  keychain.set(p, forKey: \"a\")\n}\nfunc go() { keep(password) }".utf8))
    var report = FileReport(text)
    UserPasswordPersisted().check(SwiftSource(text), &report)
    #expect(report.findings.first?.flow.map(\.region.startLine) == [4, 4, 2])
  }

  @Test func aStoreOfSecretsIsAKeychain() {
    expect(
      UserPasswordPersisted.self,
      in: """
        final class Account {
          private let store = SecretStore()
          func signIn(password: String) throws { try ⟦store.save(password, name: "login-password")⟧ }
        }
        """)
    expect(
      UserPasswordPersisted.self,
      in: """
        final class Account {
          private let store = FormStore()
          func signIn(password: String) throws { try store.save(password, name: "login-password") }
        }
        """)
  }
}
