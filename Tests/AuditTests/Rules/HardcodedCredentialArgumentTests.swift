import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HardcodedCredentialArgumentTests {
  @Test(arguments: [
    #"StatusBoard.connect(host: "status.example", password: ⟦"hoshi77-kage"⟧)"#,
    #"request.setValue(⟦"tk-5b7e0c94d1aa42"⟧, forHTTPHeaderField: "X-Api-Key")"#,
    #"request.addValue(⟦"tk-5b7e0c94d1aa42"⟧, forHTTPHeaderField: "api-key")"#,
    #"defaults.set(⟦"4917"⟧, forKey: "parentalPin")"#,
    #"""
    let value = "hoshi77-kage"
    client.signIn(
      user: "admin",
      withPassword: ⟦value⟧)
    """#,
    #"Maps.provideAPIKey(⟦"wx9f27c41b7d3e8820a6"⟧)"#,
    #"Tiles.setAccessToken(⟦"wx9f27c41b7d3e8820a6"⟧)"#,
    #"let header = Authorization.bearer(⟦"a8Fk29Lq0zPPw7Xb21"⟧)"#,
    #"Server(name: "x").login(apiKey: stored ?? ⟦"wx9f27c41b7d3e8820a6"⟧)"#,
  ])
  func speaks(_ source: String) { expect(HardcodedCredentialArgument.self, in: source, severity: .high) }

  @Test(arguments: [
    #"defaults.set(pin, forKey: "parentalPin")"#, #"defaults.string(forKey: "token2024abcdef")"#,
    #"keychain.set(data, account: "password-item-42", service: "com.example")"#,
    #"request.setValue("application/json", forHTTPHeaderField: "Content-Type")"#,
    #"request.setValue(token, forHTTPHeaderField: "X-Api-Key")"#, #"SecureField("パスワード", text: $password)"#,
    #"login(user: name, password: "")"#, #"login(user: name, password: "YOUR_PASSWORD")"#,
    #"let item = URLQueryItem(name: "token", value: "abc123def456")"#, #"signIn(password: field.text ?? "")"#,
    #"parser.expect(token: "identifier")"#, #"NSLocalizedString("password.hint.v2", comment: "")"#,
    #"#Preview { LoginView(password: "hunter22") }"#, #"func makeMock() { User(token: "abc123def456") }"#,
  ])
  func isSilent(_ source: String) { expect(HardcodedCredentialArgument.self, in: source) }
}
