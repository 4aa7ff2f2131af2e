import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct OAuthNoStateTests {
  @Test(arguments: [
    """
    ⟦parts.queryItems = [
      URLQueryItem(name: "client_id", value: id),
      URLQueryItem(name: "redirect_uri", value: redirect),
    ]⟧
    parts.queryItems?.append(URLQueryItem(name: "response_type", value: "code"))
    """,
    """
    let url = URL(string: ⟦"https://id.example/authorize?response_type=code&client_id=\\(id)&code_verifier="⟧)
    """,
    """
    let parameters = ⟦["client_id": clientID, "response_type": "code"]⟧
    """,
    """
    let items = [URLQueryItem(name: "response_type", value: "code"), ⟦URLQueryItem(name: "state", value: "app-login")⟧]
    """,
  ])
  func speaks(_ source: String) { expect(OAuthNoState.self, in: source) }

  @Test(arguments: [
    """
    let items = [URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "state", value: UUID().uuidString)]
    """,
    """
    let url = "https://id.example/authorize?response_type=code&state=\\(state)"
    """,
    """
    let address = ["state": "CA", "city": "Cupertino"]
    """,
  ])
  func isSilent(_ source: String) { expect(OAuthNoState.self, in: source) }
}
