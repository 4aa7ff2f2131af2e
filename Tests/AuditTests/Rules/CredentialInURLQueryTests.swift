import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CredentialInURLQueryTests {
  @Test func aKeyOfTheAppIsWorthLess() {
    expect(
      CredentialInURLQuery.self, in: #"let address = ⟦"https://api.example/rpc?apikey=\(apiKey)"⟧"#,
      severity: .low,
      confidence: .medium)
  }

  @Test func aFormForABodyIsNoAddress() {
    expect(
      CredentialInURLQuery.self,
      in: """
        func request(_ url: URL) -> URLRequest {
          var request = URLRequest(url: url)
          var form = URLComponents()
          form.queryItems = [URLQueryItem(name: "password", value: credentials.secret)]
          request.httpBody = form.enhancedPercentEncodedQuery?.data(using: .utf8)
          return request
        }
        """)
  }

  @Test(arguments: [
    #"let address = ⟦"\(Endpoints.api)/session?mail=\(mail)&password=\(password)"⟧"#,
    #"let address = ⟦base + "/login?token=" + token⟧"#,
    #"let address = ⟦"https://api.example/v1/me?access_token=\(value)"⟧"#,
    #"parts.queryItems = [⟦URLQueryItem(name: "recovery_code", value: recoveryCode)⟧]"#,
    #"url.append(queryItems: [⟦URLQueryItem(name: "password", value: field.text)⟧])"#,
    #"let address = String(format: ⟦"https://api.example/login?user=%@&password=%@"⟧, user, value)"#,
    #"let address = ⟦"https://moon:kage-77@git.example/repo"⟧"#,
    #"let address = ⟦"ftp://\(user):\(word)@files.example/"⟧"#,
    """
    let path = "/session?pin="
    let address = ⟦"https://api.example\\(path)\\(value)"⟧
    """,
  ])
  func speaks(_ source: String) { expect(CredentialInURLQuery.self, in: source, severity: .high) }

  @Test(arguments: [
    #"let address = "\(api)/authorize?code=\(code)&state=\(state)&code_challenge=\(challenge)""#,
    #"let body = "mail=\(mail)&password=\(password)""#,
    #"URLQueryItem(name: "page_token", value: next)"#, #"URLQueryItem(name: "mail", value: mail)"#,
    """
    func body() -> Data? {
      var form = URLComponents()
      form.queryItems = [URLQueryItem(name: "password", value: password)]
      return form.percentEncodedQuery.map { Data($0.utf8) }
    }
    """,
    #"if url.absoluteString.contains("?token=") { open(url) }"#,
    #"let text = "Forgot your password? token=none""#,
    #"let mail = "mailto:moon@tsukimi.example""#, #"let address = "https://user:password@example.com/""#,
    #"let address = "https://host:8080/path?x=a@b""#,
    #"let help = "https://help.example/reset?token_type=jwt""#,
    #"URLQueryItem(name: "token", value: nil)"#,
  ])
  func isSilent(_ source: String) { expect(CredentialInURLQuery.self, in: source) }
}
