import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct OAuthCustomSchemeCallbackTests {
  @Test(arguments: [
    """
    let session = ASWebAuthenticationSession(
      url: parts.url!,
      ⟦callbackURLScheme: "moon"⟧
    ) { callback, _ in finish(callback) }
    """,
    """
    let scheme = "com.example.app"
    authSession = SFAuthenticationSession(url: url, ⟦callbackURLScheme: scheme⟧, completionHandler: { (url, error) in })
    """,
    """
    let session = ASWebAuthenticationSession(url: url, callback: .customScheme(⟦"moon"⟧)) { _, _ in }
    """,
    """
    let url = try await webAuthenticationSession.authenticate(using: url, ⟦callbackURLScheme: "x-app"⟧)
    """,
  ])
  func speaks(_ source: String) { expect(OAuthCustomSchemeCallback.self, in: source) }

  @Test(arguments: [
    """
    let session = ASWebAuthenticationSession(url: url, callback: .https(host: "id.example", path: "/cb")) { _, _ in }
    """,
    """
    let session = ASWebAuthenticationSession(url: url, callbackURLScheme: nil) { _, _ in }
    """,
    """
    init(scheme: String) { session = ASWebAuthenticationSession(url: url, callbackURLScheme: scheme) { _, _ in } }
    """,
  ])
  func isSilent(_ source: String) { expect(OAuthCustomSchemeCallback.self, in: source) }
}
