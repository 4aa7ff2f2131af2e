import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CookieAcceptAllTests {
  @Test(arguments: [
    "⟦HTTPCookieStorage.shared.cookieAcceptPolicy = .always⟧",
    "let configuration = URLSessionConfiguration.default\n⟦configuration.httpCookieAcceptPolicy = .always⟧",
    "⟦NSHTTPCookieStorage.shared.cookieAcceptPolicy = HTTPCookie.AcceptPolicy.always⟧",
    "let policy = HTTPCookie.AcceptPolicy.always\n⟦storage.cookieAcceptPolicy = policy⟧",
    "⟦configuration.httpCookieAcceptPolicy = isLegacy ? .always : .never⟧",
  ])
  func speaks(_ source: String) {
    expect(CookieAcceptAll.self, in: source, severity: .low, confidence: .high)
  }

  @Test(arguments: [
    "configuration.httpCookieAcceptPolicy = .never",
    "HTTPCookieStorage.shared.cookieAcceptPolicy = .onlyFromMainDocumentDomain",
    "let isOpen = storage.cookieAcceptPolicy == .always",
    "open class Storage { open var cookieAcceptPolicy: Policy\n init() { cookieAcceptPolicy = .always } }",
    "view.keyboardDismissMode = .always",
  ])
  func isSilent(_ source: String) { expect(CookieAcceptAll.self, in: source) }
}
