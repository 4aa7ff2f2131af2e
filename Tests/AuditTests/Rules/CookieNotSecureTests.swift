import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CookieNotSecureTests {
  @Test(arguments: [
    #"let c = ⟦HTTPCookie(properties: [.domain: host, .path: "/", .name: "session_id", .value: id])⟧"#,
    """
    var properties: [HTTPCookiePropertyKey: Any] = [:]
    properties[.name] = "auth"
    properties[.value] = value
    properties[HTTPCookiePropertyKey.domain] = "tsukimi.jp"
    let cookie = ⟦HTTPCookie(properties: properties)⟧
    """,
    """
    func make() -> [HTTPCookiePropertyKey: Any] { [.name: "sid", .value: "1", .domain: "a", .path: "/"] }
    let cookie = ⟦HTTPCookie(properties: make())⟧!
    """,
  ])
  func speaksAboutSessions(_ source: String) { expect(CookieNotSecure.self, in: source, severity: .medium) }

  @Test func othersAreLow() {
    expect(
      CookieNotSecure.self,
      in: #"_ = ⟦HTTPCookie(properties: [.name: "theme", .value: "dark", .domain: d])⟧"#,
      severity: .low)
  }

  @Test(arguments: [
    #"let c = HTTPCookie(properties: [.name: "session", .value: id, .secure: "TRUE"])"#,
    """
    var properties: [HTTPCookiePropertyKey: Any] = [.name: "session", .value: id]
    properties[.secure] = true
    let c = HTTPCookie(properties: properties)
    """,
    "let c = HTTPCookie(properties: properties(of: response))",
    """
    var properties: [HTTPCookiePropertyKey: Any] = [.name: "session"]
    complete(&properties)
    let c = HTTPCookie(properties: properties)
    """,
  ])
  func isSilent(_ source: String) { expect(CookieNotSecure.self, in: source) }
}
