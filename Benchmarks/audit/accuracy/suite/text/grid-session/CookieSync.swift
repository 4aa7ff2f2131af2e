import WebKit

@MainActor
final class CookieSync {
  private let store: WKHTTPCookieStore
  private let sessionNames: Set<String> = ["grid_session", "grid_csrf"]

  init(store: WKHTTPCookieStore) { self.store = store }

  func mirror(to storage: HTTPCookieStorage) async {
    for cookie in await store.allCookies() where sessionNames.contains(cookie.name) {
      if cookie.domain == ".voltgrid.io" || cookie.domain == "api.voltgrid.io" { // safe: host-check
        storage.setCookie(cookie)
      } else if cookie.domain.hasSuffix("voltgrid.net") { // weak: host-check direct
        storage.setCookie(cookie)
      }
    }
  }

  func clean(_ hosts: [String]) async {
    let own = try? NSRegularExpression(pattern: HostRules.anyHost)
    let regional = try? NSRegularExpression(pattern: "voltgrid\\.(de|fr|nl)$") // weak: regex-host direct
    let branches = try? NSRegularExpression(pattern: "\\.voltgrid\\.(de|fr|nl)$") // safe: regex-host
    let kept = hosts.filter { host in
      let whole = NSRange(host.startIndex..., in: host)
      return [own, regional, branches].contains { $0?.firstMatch(in: host, range: whole) != nil }
    }
    for cookie in await store.allCookies() where !kept.contains(cookie.domain) {
      await store.deleteCookie(cookie)
    }
  }
}
