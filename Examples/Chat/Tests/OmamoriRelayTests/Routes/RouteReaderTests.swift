import OmamoriCore
import Testing

@testable import OmamoriRelay

/// Which target is which route; each has one spelling.
@Suite("RouteReader")
struct RouteReaderTests {
  private static let identifier = "AAAAAAAAAAAAAAAAAAAAAA"

  @Test func findsRoutes() {
    func route(_ method: String, _ target: String) -> Route? {
      guard case .route(let route) = RouteReader.read(method: method, target: target) else { return nil }
      return route
    }
    let own = "/v1/accounts/YWxpY2U.1"
    #expect(route("GET", "/v1/health") == .health)
    #expect(route("PUT", own) == .register("YWxpY2U.1"))
    #expect(route("PUT", own + "/prekeys") == .publish("YWxpY2U.1"))
    #expect(route("POST", own + "/prekeys/one-time") == .addEntries("YWxpY2U.1"))
    #expect(route("GET", own + "/prekeys/one-time") == .countEntries("YWxpY2U.1"))
    #expect(route("POST", own + "/bundle") == .bundle("YWxpY2U.1"))
    #expect(route("POST", own + "/acknowledgements") == .acknowledge("YWxpY2U.1"))
    #expect(
      route("PUT", own + "/envelopes/" + Self.identifier)
        == .putEnvelope("YWxpY2U.1", identifier: Self.identifier))
    #expect(route("PUT", "/v1/attachments/" + Self.identifier) == .putAttachment(Self.identifier))
    #expect(route("GET", "/v1/attachments/" + Self.identifier) == .attachment(Self.identifier))
    guard case .envelopes(_, let query) = route("GET", own + "/envelopes?wait=5&after=7&limit=3") else {
      Issue.record("no query")
      return
    }
    #expect(query.wait == 5 && query.after == 7 && query.limit == 3)
  }

  @Test(arguments: [
    "/v1/accounts/YWxpY2U", "/v1/accounts/YWxpY2U.0", "/v1/accounts/YWxpY2U.01",
    "/v1/accounts/YWxpY2U.4294967296",
    "/v1/accounts/YWxpY2U=.1", "/v1/accounts/YWxpY2V.1", "/v1/accounts/.1", "/v1/accounts/%59.1",
    "/v1/accounts/AA.1",
    "/v1/accounts/_w.1", "/v1/attachments/AAAA", "/v1/attachments/AAAAAAAAAAAAAAAAAAAAAB", "/v1/health?a=b",
    "/v1/accounts/YWxpY2U.1/envelopes?", "/v1/accounts/YWxpY2U.1/envelopes?wait=31",
    "/v1/accounts/YWxpY2U.1/envelopes?limit=0", "/v1/accounts/YWxpY2U.1/envelopes?limit=1&limit=1",
    "/v1/accounts/YWxpY2U.1/envelopes?after=-1", "/v1/accounts/YWxpY2U.1/envelopes?after=+1",
    "/v1/accounts/YWxpY2U.1/envelopes?after=9223372036854775808", "/v1/accounts/YWxpY2U.1/envelopes?x=1",
  ])
  func refusesOtherSpellings(target: String) {
    #expect(RouteReader.read(method: "GET", target: target) == .malformed)
  }

  @Test(arguments: [
    "/", "/v1", "/v1/", "/v2/health", "/v1/health/", "/V1/health", "//v1/health", "/v1/./health",
    "/v1/accounts",
    "/v1/accounts/YWxpY2U.1/", "/v1/accounts/YWxpY2U.1/x", "/v1/accounts/YWxpY2U.1/prekeys/x",
    "/v1/attachments",
  ])
  func knowsNoOthers(target: String) {
    #expect(RouteReader.read(method: "GET", target: target) == .notFound)
  }

  @Test func names() {
    #expect(AccountAddress.text(name: "alice", device: 1) == "YWxpY2U.1")
    let longest = String(repeating: "a", count: 128)
    #expect(AccountAddress.isValid(AccountAddress.text(name: longest, device: .max)))
    #expect(!AccountAddress.isValid(AccountAddress.text(name: longest + "a", device: 1)))
    #expect(!AccountAddress.isValid(AccountAddress.text(name: "a\u{85}", device: 1)))
  }
}
