import Foundation
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// What a redirect may and may not do to a request.
@Suite("Redirects of sessions", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct SessionRedirectTests {
  private struct Echo: Decodable {
    let method: String
    let fields: [[String]]
    let size: Int

    func value(_ name: String) -> String? {
      fields.first { $0.first?.lowercased() == name }.flatMap { $0.count > 1 ? $0[1] : nil }
    }
  }

  let authority: TestAuthority
  let server: UnrulyServer

  init() throws {
    authority = try TestAuthority.shared.get()
    server = try UnrulyServer.shared.get()
  }

  private func session(_ rule: RedirectRule = .listedHosts(limit: 3)) throws -> SecureSession {
    SecureSession(policy: try TestPolicy.make(authority, redirects: rule))
  }

  private func secrets() throws -> HeaderFields {
    try HeaderFields(["Authorization": "Bearer secret", "X-Api-Key": "secret", "Accept-Language": "ja"])
  }

  @Test("Credentials stay with the origin")
  func credentials() async throws {
    let session = try session()
    let place = try server.url("/echo", host: "127.0.0.1").text
    let away = try await session.response(
      to: HTTPRequest(.get, server.url("/redirect?302&\(place)"), headers: secrets()))
    let echo = try JSONDecoder().decode(Echo.self, from: away.body)
    #expect(away.url.host.description == "127.0.0.1")
    #expect(echo.value("authorization") == nil && echo.value("x-api-key") == nil)
    #expect(echo.value("accept-language") == "ja")
    let same = try await session.response(
      to: HTTPRequest(.get, server.url("/redirect?302&/echo"), headers: secrets()))
    #expect(try JSONDecoder().decode(Echo.self, from: same.body).value("authorization") == "Bearer secret")
    await session.close()
  }

  @Test(
    "A redirect does not leave HTTPS, the listed hosts or the limit",
    arguments: [
      "http://localhost/echo", "https://example.com/echo", "//example.com/", "ftp://localhost/",
      "/redirect?302&/redirect?302&/redirect?302&/redirect?302&/echo",
    ])
  func refused(_ place: String) async throws {
    let session = try session()
    await #expect(throws: TransportError.redirectRefused) {
      try await session.response(to: HTTPRequest(.get, server.url("/redirect?302&\(place)")))
    }
    await #expect(throws: TransportError.redirectRefused) {
      try await session.stream(HTTPRequest(.get, server.url("/redirect?302&\(place)")))
    }
    await session.close()
  }

  @Test("The target of a redirect is judged by its own pins")
  func pinnedTarget() async throws {
    let rules = [
      HostRule(try HostPattern(HostName("localhost"), subdomains: .excluded)),
      HostRule(
        try HostPattern(HostName("127.0.0.1"), subdomains: .excluded), pins: try authority.pins("spare")),
    ]
    let policy = try TransportPolicy(
      rules: rules, anchors: .only([authority.certificate("root")]), redirects: .listedHosts(limit: 2))
    let session = SecureSession(policy: policy)
    let place = try server.url("/echo", host: "127.0.0.1").text
    let error = await #expect(throws: TransportError.self) {
      try await session.response(to: HTTPRequest(.get, server.url("/redirect?302&\(place)")))
    }
    guard case .refused(let verdict) = error else {
      Issue.record("not refused: \(String(describing: error))")
      return
    }
    #expect(verdict.host.description == "127.0.0.1" && verdict.pins?.outcome == .mismatched([.anywhere]))
    await session.close()
  }

  @Test("Without a rule for redirects the redirect is the response")
  func none() async throws {
    let session = try session(.none)
    let response = try await session.response(
      to: HTTPRequest(.get, server.url("/redirect?302&/echo"), expecting: .anything))
    #expect(response.status == 302 && response.fields["location"] == "/echo")
    await session.close()
  }

  // Fails when libcurl's cookie engine is turned on.
  @Test("Cookies of one answer do not come back with the next request")
  func cookies() async throws {
    let session = try session()
    for _ in 0..<2 {
      let response = try await session.response(to: HTTPRequest(.get, server.url("/echo")))
      #expect(response.fields["set-cookie"] != nil)
      #expect(try JSONDecoder().decode(Echo.self, from: response.body).value("cookie") == nil)
    }
    await session.close()
  }

  @Test("A 303 is read with GET and without the body, a 307 is sent again")
  func methods() async throws {
    let session = try session()
    let body = RequestBody.bytes(Data("hello".utf8), .plainText)
    let other = try await session.response(
      to: HTTPRequest(.post, server.url("/redirect?303&/echo"), body: body))
    let echo = try JSONDecoder().decode(Echo.self, from: other.body)
    #expect(echo.method == "GET" && echo.size == 0 && echo.value("content-type") == nil)
    let same = try await session.response(
      to: HTTPRequest(.post, server.url("/redirect?307&/echo"), body: body))
    let again = try JSONDecoder().decode(Echo.self, from: same.body)
    #expect(again.method == "POST" && again.size == 5)
    await session.close()
  }
}
