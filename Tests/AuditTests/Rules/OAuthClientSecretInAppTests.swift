import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct OAuthClientSecretInAppTests {
  @Test(arguments: [
    #"let form = ["code": code, ⟦"client_secret": "cs_Zq81vTn04RbeW7yK"⟧]"#,
    #"let form: [String: Any] = [⟦"client_secret": Config.clientSecret⟧]"#,
    #"func f() { ⟦parameters["client_secret"] = secret⟧ }"#,
    #"let items = [⟦URLQueryItem(name: "client_secret", value: secret)⟧]"#,
    #"let body = ⟦"client_id=a&client_secret=\(secret)&code=\(code)"⟧"#,
    #"let body = ⟦"grant_type=code&client_secret=cs_Zq81vTn04RbeW7yK"⟧"#,
  ])
  func speaks(_ source: String) { expect(OAuthClientSecretInApp.self, in: source, severity: .high) }

  @Test(arguments: [
    #"let form = ["code": code, "code_verifier": verifier]"#, #"let form = ["client_secret": ""]"#,
    #"enum CodingKeys: String, CodingKey { case clientSecret = "client_secret" }"#,
    #"let form: [String: String?] = ["client_secret": nil]"#,
    #"import Vapor\#nlet form = ["client_secret": Environment.get("SECRET")]"#,
    #"if name == "client_secret" { redact() }"#,
  ])
  func isSilent(_ source: String) { expect(OAuthClientSecretInApp.self, in: source) }
}
