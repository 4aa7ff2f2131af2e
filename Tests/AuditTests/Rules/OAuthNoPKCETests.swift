import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct OAuthNoPKCETests {
  @Test(arguments: [
    """
    parts.queryItems = [URLQueryItem(name: "client_id", value: id)]
    parts.queryItems?.append(⟦URLQueryItem(name: "response_type", value: "code")⟧)
    """,
    """
    let url = URL(string: ⟦"https://id.example/authorize?response_type=code&client_id=\\(id)"⟧)!
    """,
    """
    let parameters: [String: String] = [⟦"response_type": "code"⟧, "client_id": clientID, "scope": "openid"]
    """,
    """
    components.queryItems = [
      URLQueryItem(name: "response_type", value: "code"),
      URLQueryItem(name: "code_challenge", value: verifier),
      ⟦URLQueryItem(name: "code_challenge_method", value: "plain")⟧,
    ]
    """,
    """
    func first() -> [URLQueryItem] { [⟦URLQueryItem(name: "response_type", value: "code")⟧] }
    func second(_ challenge: String) -> [URLQueryItem] {
      [
        URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "code_challenge", value: challenge),
      ]
    }
    """,
  ])
  func speaks(_ source: String) { expect(OAuthNoPKCE.self, in: source) }

  @Test(arguments: [
    """
    func base() -> [URLQueryItem] { [URLQueryItem(name: "response_type", value: "code")] }
    func proof(_ challenge: String) -> URLQueryItem { URLQueryItem(name: "code_challenge", value: challenge) }
    """,
    """
    parts.queryItems = [URLQueryItem(name: "response_type", value: "code")]
    parts.queryItems?.append(URLQueryItem(name: "code_challenge", value: challenge))
    """,
    """
    let items = [URLQueryItem(name: "response_type", value: kind)]
    """,
    """
    let url = "https://id.example/authorize?response_type=code&code_challenge=\\(challenge)&code_challenge_method=S256"
    """,
    """
    let reply = ["response": "code"]
    """,
  ])
  func isSilent(_ source: String) { expect(OAuthNoPKCE.self, in: source) }
}
