import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CredentialInHTTPHeaderLiteralTests {
  @Test(arguments: [
    #"configuration.httpAdditionalHeaders = ["Authorization": ⟦"Basic dHN1a2ltaS1hcHA6S2lyYTgxLXVzYWdp"⟧]"#,
    #"request.setValue(⟦"Basic dHN1a2ltaS1hcHA6S2lyYTgxLXVzYWdp"⟧, forHTTPHeaderField: "Authorization")"#,
    #"request.addValue(⟦"Bearer a8Fk29Lq0zPPw7Xb21"⟧, forHTTPHeaderField: "Authorization")"#,
    #"func f() { headers["Authorization"] = ⟦"a8Fk29Lq0zPPw7Xb21"⟧ }"#,
    #"let credential = URLCredential(user: "moon", password: ⟦"hoshi77-kage"⟧, persistence: .none)"#,
    """
    let login = "moon:hoshi77-kage"
    let encoded = ⟦Data(login.utf8).base64EncodedString()⟧
    request.setValue("Basic \\(encoded)", forHTTPHeaderField: "Authorization")
    """,
  ])
  func speaks(_ source: String) {
    expect(CredentialInHTTPHeaderLiteral.self, in: source, severity: .critical)
  }

  @Test(arguments: [
    #"request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")"#,
    #"request.setValue("Basic \(encoded)", forHTTPHeaderField: "Authorization")"#,
    """
    let accessToken = "a8Fk29Lq0zPPw7Xb21"
    request.setValue("Bearer \\(accessToken)", forHTTPHeaderField: "Authorization")
    """,
    #"let challenge = "Basic realm=""#, #"let text = "Basic authentication is required""#,
    #"let scheme = "Bearer ""#, #"let header = "Bearer YOUR_TOKEN_HERE_1234""#,
    #"URLCredential(user: user, password: password, persistence: .forSession)"#,
    "URLCredential(trust: trust)",
    #"request.setValue("application/json", forHTTPHeaderField: "Accept")"#,
  ])
  func isSilent(_ source: String) { expect(CredentialInHTTPHeaderLiteral.self, in: source) }
}
