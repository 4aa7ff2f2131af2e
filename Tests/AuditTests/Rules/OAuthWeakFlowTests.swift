import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct OAuthWeakFlowTests {
  @Test(arguments: [
    """
    components.queryItems = [⟦URLQueryItem(name: "response_type", value: "id_token token")⟧]
    """,
    """
    let body = [⟦"grant_type": "password"⟧, "username": user, "password": password]
    """,
    """
    request.httpBody = ⟦"grant_type=password&username=\\(user)&password=\\(secret)"⟧.data(using: .utf8)
    """,
    """
    let url = NSURL(string: ⟦"https://id.example/auth?client_id=x&response_type=token&redirect_uri=app://"⟧)
    """,
  ])
  func speaks(_ source: String) { expect(OAuthWeakFlow.self, in: source) }

  @Test(arguments: [
    """
    let body = ["grant_type": "authorization_code", "code": code]
    """,
    """
    let body = ["grant_type": "urn:ietf:params:oauth:grant-type:device_code"]
    """,
    """
    let url = "https://id.example/auth?response_type=code"
    """,
    """
    let body = ["grant_type": "refresh_token", "response_type": kind]
    """,
  ])
  func isSilent(_ source: String) { expect(OAuthWeakFlow.self, in: source) }
}
