import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct OAuthCallbackUncheckedTests {
  @Test(arguments: [
    """
    let session = ASWebAuthenticationSession(url: url, callbackURLScheme: "moon") { callback, _ in
      let items = callback.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }?.queryItems
      let code = ⟦items?.first { $0.name == "code" }⟧?.value
      exchange(code ?? "")
    }
    """,
    // The state that is sent never comes back.
    """
    func start() {
      parts.queryItems = [URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "state", value: state)]
    }
    func finish(_ url: URL) {
      guard let code = ⟦items(url).first(where: { $0.name == "code" })⟧?.value else { return }
      exchange(code)
    }
    """,
    """
    func application(_ app: UIApplication, open url: URL) -> Bool {
      let query = url.queryDictionary
      token(["grant_type": "authorization_code", "code": ⟦query["code"]⟧!])
      return true
    }
    """,
    """
    func handle(_ url: URL) {
      for item in items(url) where item.name == ⟦"code"⟧ { exchange(item.value, grant: "authorization_code") }
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(OAuthCallbackUnchecked.self, in: source, severity: .low, confidence: .medium)
  }

  @Test(arguments: [
    """
    let session = ASWebAuthenticationSession(url: url, callbackURLScheme: "moon") { callback, _ in
      guard items.first(where: { $0.name == "state" })?.value == state else { return }
      let code = items.first { $0.name == "code" }?.value
    }
    """,
    """
    func code(in callback: URL, for attempt: Attempt) throws -> String {
      func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
      guard value("state") == attempt.state, let code = value("code") else { throw WebSignInError.badCallback }
      return code
    }
    let session = ASWebAuthenticationSession(url: url, callbackURLScheme: "moon") { _, _ in }
    """,
    """
    func finish(_ query: [String: String]) {
      guard query["state"] == expectedState else { return }
      exchange(query["code"], grant: "authorization_code")
    }
    """,
    // A challenge, and errors are looked at.
    """
    let items = [URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "code_challenge", value: challenge)]
    func finish(_ query: [String: String]) {
      guard query["error"] == nil else { return }
      exchange(query["code"])
    }
    """,
    // A voucher.
    """
    func open(_ url: URL) {
      let code = items(url).first { $0.name == "code" }?.value
      redeem(code)
    }
    """,
    // The request, not the answer.
    """
    var parameters = ["grant_type": "authorization_code"]
    parameters["code"] = code
    """,
  ])
  func isSilent(_ source: String) { expect(OAuthCallbackUnchecked.self, in: source) }
}
