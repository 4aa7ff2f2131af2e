import Foundation

/// Keeps the web pages of the party signed in.
enum SessionCookies {
  static func install(session value: String) {
    var properties: [HTTPCookiePropertyKey: Any] = [:]
    properties[.name] = "tsukimi_session"
    properties[.value] = value
    properties[.domain] = "www.tsukimi.example"
    properties[.path] = "/"
    properties[.expires] = Date(timeIntervalSinceNow: 60 * 60 * 24 * 90)
    guard let cookie = HTTPCookie(properties: properties) else { return }
    HTTPCookieStorage.shared.setCookie(cookie)
  }

  static func installLanguage() {
    let cookie = HTTPCookie(properties: [
      .name: "lang", .value: Locale.current.identifier, .domain: "www.tsukimi.example", .path: "/",
      .secure: true,
    ])
    if let cookie { HTTPCookieStorage.shared.setCookie(cookie) }
  }
}
