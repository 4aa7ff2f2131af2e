import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CookieStoresCredentialTests {
  @Test(arguments: [
    """
    static func install(session value: String) {
      var properties: [HTTPCookiePropertyKey: Any] = [:]
      properties[.name] = "tsukimi_session"
      properties[.value] = value
      properties[.expires] = Date(timeIntervalSinceNow: 60 * 60 * 24 * 90)
      guard let cookie = HTTPCookie(properties: properties) else { return }
      ⟦HTTPCookieStorage.shared.setCookie(cookie)⟧
    }
    """,
    """
    if let cookie = HTTPCookie(properties: [.name: "auth_token", .value: token, .domain: host, .path: "/"]) {
      ⟦webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)⟧
    }
    """,
    """
    let properties = [HTTPCookiePropertyKey.name: "JSESSIONID", .value: id, .expires: date] as [HTTPCookiePropertyKey: Any]
    let cookie = HTTPCookie(properties: properties)!
    ⟦HTTPCookieStorage.shared.setCookies([cookie], for: url, mainDocumentURL: nil)⟧
    """,
  ])
  func speaks(_ source: String) { expect(CookieStoresCredential.self, in: source) }

  @Test(arguments: [
    """
    let cookie = HTTPCookie(properties: [.name: "lang", .value: "ja", .domain: host, .path: "/"])
    if let cookie { HTTPCookieStorage.shared.setCookie(cookie) }
    """,
    """
    let configuration = URLSessionConfiguration.ephemeral
    let cookie = HTTPCookie(properties: [.name: "session", .value: id, .domain: host, .path: "/"])!
    configuration.httpCookieStorage?.setCookie(cookie)
    """,
    """
    for cookie in HTTPCookie.cookies(withResponseHeaderFields: fields, for: url) { storage.setCookie(cookie) }
    """,
    """
    let cookie = HTTPCookie(properties: [.name: "csrf_token", .value: value, .domain: host, .path: "/"])!
    HTTPCookieStorage.shared.setCookie(cookie)
    """,
  ])
  func isSilent(_ source: String) { expect(CookieStoresCredential.self, in: source) }
}
