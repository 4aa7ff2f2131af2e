import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@_spi(Testing) import OmamoriCore

/// Ways around the policy; each is closed by the guard that the test names.
@Suite("Attacks on sessions", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct RefusalTests {
  let authority: TestAuthority
  let server: UnrulyServer

  init() throws {
    authority = try TestAuthority.shared.get()
    server = try UnrulyServer.shared.get()
  }

  private func refusal(_ error: (any Error)?) throws -> ConnectionVerdict {
    guard case .refused(let verdict)? = error as? TransportError else {
      throw try #require(error)
    }
    return verdict
  }

  // Fails without the judgement before each request.
  @Test("A connection that is open is refused as soon as the pins expire")
  func reusedConnection() async throws {
    let server = try UnrulyServer(authority)
    let clock = ManualClock(date: Date())
    let pins = try PinSet(
      anywhere: [CertificatePin(certificate: authority.certificate("leaf"))], expiry: clock.date + 3600,
      requiresBackup: false)
    let session = SecureSession(
      policy: try TestPolicy.make(authority, pins: pins), identity: nil, events: .discarded, clock: clock)
    let request = try HTTPRequest(.get, server.url("/seen"))
    let first = try await session.response(to: request)
    let second = try await session.response(to: request)
    #expect(try connections(second) == connections(first), "the connection is used again")
    clock.advance(by: .seconds(7200))
    let error = await #expect(throws: TransportError.self) { try await session.response(to: request) }
    let verdict = try refusal(error)
    #expect(verdict.pins?.outcome == .expired(try #require(pins.expiry)))
    await session.close()
  }

  // Fails without the judgement before each request.
  @Test("A connection that is open is refused as soon as a certificate expires")
  func reusedConnectionWithExpiredCertificate() async throws {
    let clock = ManualClock(date: Date())
    let session = SecureSession(
      policy: try TestPolicy.make(authority), identity: nil, events: .discarded, clock: clock)
    let request = try HTTPRequest(.get, server.url("/seen"))
    _ = try await session.response(to: request)
    clock.advance(by: .seconds(25 * 86_400))
    let error = await #expect(throws: TransportError.self) { try await session.response(to: request) }
    #expect(try refusal(error).faults.contains(.expired(depth: 0)))
    await session.close()
  }

  private func connections(_ response: HTTPResponse) throws -> Int? {
    try JSONDecoder().decode([String: Int].self, from: response.body)["connections"]
  }

  // Fails without the judgement before each request, since a resumed handshake asks nobody.
  @Test("A TLS session that is resumed is judged like a new one")
  func resumedSession() async throws {
    let nginx = try await NginxServer(
      authority, ports: ["a"],
      servers: "server { listen 127.0.0.1:@a ssl; server_name localhost; keepalive_timeout 0; }")
    let clock = ManualClock(date: Date())
    let pins = try PinSet(
      anywhere: [CertificatePin(certificate: authority.certificate("middle"))], expiry: clock.date + 3600,
      requiresBackup: false)
    let session = SecureSession(
      policy: try TestPolicy.make(authority, pins: pins), identity: nil, events: .discarded, clock: clock)
    let request = try HTTPRequest(.get, nginx.url("a"))
    let first = try await session.response(to: request)
    #expect(first.verdict.facts?.isResumed == false)
    let second = try await session.response(to: request)
    #expect(second.verdict.facts?.isResumed == true)
    #expect(second.verdict.chain == first.verdict.chain)
    clock.advance(by: .seconds(7200))
    let error = await #expect(throws: TransportError.self) { try await session.response(to: request) }
    let verdict = try refusal(error)
    #expect(verdict.pins?.outcome == .expired(try #require(pins.expiry)))
    #expect(verdict.facts?.isResumed == true)
    // Fails when a session that was refused is offered again.
    clock.advance(by: .seconds(-7200))
    #expect(try await session.response(to: request).verdict.facts?.isResumed == false)
    await session.close()
  }

  // Fails without the judgement in the handshake, at whose end the server would see the client's certificate.
  @Test("A server that is refused never gets to the end of the handshake", arguments: ["root", "other"])
  func refusedInHandshake(_ root: String) async throws {
    let server = try UnrulyServer(authority)
    let session = SecureSession(
      policy: try TestPolicy.make(authority, root: root, pins: authority.pins("spare")))
    let error = await #expect(throws: TransportError.self) {
      try await session.response(to: HTTPRequest(.get, server.url("/seen")))
    }
    #expect(try !refusal(error).admits)
    await session.close()
    #expect(try await server.settledConnections() == 0)
    let witness = SecureSession(policy: try TestPolicy.make(authority))
    let seen: [String: Int] = try await witness.get(server.url("/seen"))
    #expect(seen["connections"] == 3 && seen["handshakes"] == 2, "one of the three is the refused one")
    await witness.close()
  }

  @Test(
    "A name written in another way is the same host, with the same pins",
    arguments: ["localhost", "LOCALHOST", "localhost.", "LocalHost."])
  func spelledNames(_ name: String) async throws {
    let session = SecureSession(
      policy: try TestPolicy.make(authority, pins: authority.pins("spare"), unlisted: .trusted))
    let error = await #expect(throws: TransportError.self) {
      try await session.response(to: HTTPRequest(.get, server.url("/seen", host: name)))
    }
    #expect(try refusal(error).pins?.outcome == .mismatched([.anywhere]))
    await session.close()
  }

  // Fails when another chain is looked for only when the first one is not trusted.
  @Test(
    "Of an authority that two trusted roots have signed, either root may be pinned",
    arguments: ["root", "other"])
  func crossSigned(_ pinned: String) async throws {
    let authority = try TestAuthority()
    try authority.sign("middle", by: "other", as: "crossed")
    let chain = try authority.text("leaf.pem") + authority.text("middle.pem") + authority.text("crossed.pem")
    try authority.write("leaf.chain.pem", chain)
    let server = try UnrulyServer(authority)
    let rule = HostRule(
      try HostPattern(HostName("localhost"), subdomains: .excluded), pins: try authority.pins(pinned))
    let roots = try [authority.certificate("root"), authority.certificate("other")]
    let session = SecureSession(policy: try TransportPolicy(rules: [rule], anchors: .only(roots)))
    // The connection is judged in the handshake and when it is used again.
    for _ in 0..<2 {
      let response = try await session.response(to: HTTPRequest(.get, server.url("/seen")))
      #expect(try response.verdict.chain?.certificates.last == authority.certificate(pinned))
      #expect(response.verdict.pins?.admits == true)
    }
    await session.close()
  }

  @Test("What one session opened, another one with other pins does not use")
  func otherPolicy() async throws {
    let lax = SecureSession(policy: try TestPolicy.make(authority))
    let strict = SecureSession(policy: try TestPolicy.make(authority, pins: authority.pins("spare")))
    let request = try HTTPRequest(.get, server.url("/seen"))
    _ = try await lax.response(to: request)
    let error = await #expect(throws: TransportError.self) { try await strict.response(to: request) }
    #expect(try refusal(error).pins?.outcome == .mismatched([.anywhere]))
    await lax.close()
    await strict.close()
  }

  // Fails when a handshake that is refused is not told.
  @Test("A server that is refused in the handshake is in the log", arguments: ["root", "other"])
  func recorded(_ root: String) async throws {
    let events = RecordedSecurityEvents()
    let session = SecureSession(
      policy: try TestPolicy.make(authority, root: root, pins: authority.pins("spare")), events: events)
    await #expect(throws: TransportError.self) {
      try await session.response(to: HTTPRequest(.get, server.url("/seen")))
    }
    let expected: (String, SecurityEvent.Severity) =
      root == "root" ? ("transport.pin.mismatch", .critical) : ("transport.chain.refused", .warning)
    #expect(events.events.map(\.name) == [expected.0] && events.events.first?.severity == expected.1)
    await session.close()
  }

  // Fails when a refused connection with HTTP/2 stays open for the next request.
  @Test("A connection that was refused is not used again")
  func refusedConnection() async throws {
    let nginx = try await NginxServer(
      authority, ports: ["a"],
      servers: "server { listen 127.0.0.1:@a ssl http2; server_name localhost; ssl_session_tickets off; }")
    let clock = ManualClock(date: Date())
    let session = SecureSession(
      policy: try TestPolicy.make(authority), identity: nil, events: .discarded, clock: clock)
    let request = try HTTPRequest(.get, nginx.url("a"))
    let first = try await session.response(to: request)
    #expect(first.verdict.facts?.applicationProtocol == "h2")
    let port = try #require(nginx.ports["a"])
    #expect(LeakCount.sockets(to: port) == 1)
    clock.advance(by: .seconds(25 * 86_400))
    let error = await #expect(throws: TransportError.self) { try await session.response(to: request) }
    #expect(try refusal(error).faults.contains(.expired(depth: 0)))
    #expect(LeakCount.sockets(to: port) == 0)
    await session.close()
  }

  @Test("A certificate that is only appended has no pin")
  func appendedCertificate() async throws {
    let authority = try TestAuthority()
    let chain = try authority.text("leaf.chain.pem") + authority.text("other.pem")
    try authority.write("leaf.chain.pem", chain)
    let appending = try UnrulyServer(authority)
    let session = SecureSession(policy: try TestPolicy.make(authority, pins: authority.pins("other")))
    let request = try HTTPRequest(.get, appending.url("/seen"))
    let error = await #expect(throws: TransportError.self) { try await session.response(to: request) }
    #expect(try refusal(error).pins?.outcome == .mismatched([.anywhere]))
    await session.close()
  }

  // Without the verifier no root is trusted at all, and every test of this suite fails.
  @Test("Roots of the environment and of the system are not trusted when the policy names others")
  func otherRoots() async throws {
    unsafe setenv("SSL_CERT_FILE", authority.path("root.pem").path, 1)
    unsafe setenv("CURL_CA_BUNDLE", authority.path("root.pem").path, 1)
    defer {
      unsafe unsetenv("SSL_CERT_FILE")
      unsafe unsetenv("CURL_CA_BUNDLE")
    }
    let session = SecureSession(policy: try TestPolicy.make(authority, root: "other"))
    let request = try HTTPRequest(.get, server.url("/seen"))
    let error = await #expect(throws: TransportError.self) { try await session.response(to: request) }
    #expect(try refusal(error).faults.contains(.untrustedRoot))
    await session.close()
  }

  @Test("Report-only is about pins and never about trust")
  func reportOnly() async throws {
    let request = try HTTPRequest(.get, server.url("/seen"))
    let pins = try authority.pins("spare", mode: .reportOnly)
    let events = RecordedSecurityEvents()
    let trusting = SecureSession(policy: try TestPolicy.make(authority, pins: pins), events: events)
    let response = try await trusting.response(to: request)
    #expect(response.verdict.pins?.outcome == .mismatched([.anywhere]))
    #expect(events.events.contains { $0.name == "transport.pin.mismatch" && $0.severity == .warning })
    let other = SecureSession(policy: try TestPolicy.make(authority, root: "other", pins: pins))
    let error = await #expect(throws: TransportError.self) { try await other.response(to: request) }
    #expect(try !refusal(error).faults.isEmpty)
    await trusting.close()
    await other.close()
  }

  // Fails when the option for the proxy is left out instead of being empty.
  @Test("The proxy of the environment is not asked")
  func proxyEnvironment() async throws {
    let proxy = "http://127.0.0.1:\(try server.port("tunnel"))"
    for name in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] { unsafe setenv(name, proxy, 1) }
    defer { for name in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] { unsafe unsetenv(name) } }
    let session = SecureSession(policy: try TestPolicy.make(authority))
    let seen: [String: Int] = try await session.get(server.url("/seen"))
    #expect(seen["proxied"] == 0)
    await session.close()
  }

  // Fails when the option for hosts without proxy is left out instead of being empty.
  @Test("A proxy of the policy is a tunnel, in which the server is judged as ever")
  func proxyOfPolicy() async throws {
    for name in ["no_proxy", "NO_PROXY"] { unsafe setenv(name, "*", 1) }
    defer { for name in ["no_proxy", "NO_PROXY"] { unsafe unsetenv(name) } }
    let proxy = ProxySetting.tunnel(host: try HostName("127.0.0.1"), port: try server.port("tunnel"))
    let session = SecureSession(
      policy: try TestPolicy.make(authority, pins: authority.pins("leaf"), proxy: proxy))
    let secrets = try HeaderFields(["Authorization": "Bearer secret", "X-Api-Key": "secret"])
    let seen: [String: Int] = try await session.get(server.url("/seen"), headers: secrets)
    #expect(seen["proxied"] == 1 && seen["told"] == 0)
    let strict = SecureSession(
      policy: try TestPolicy.make(authority, pins: authority.pins("spare"), proxy: proxy))
    let error = await #expect(throws: TransportError.self) {
      try await strict.response(to: HTTPRequest(.get, server.url("/seen")))
    }
    #expect(try !refusal(error).admits)
    await session.close()
    await strict.close()
  }

  @Test("A server without HTTPS gets nothing")
  func plainHTTP() async throws {
    #expect(throws: TransportError.malformedURL) { try RequestURL("http://localhost/") }
    let session = SecureSession(policy: try TestPolicy.make(authority))
    for port in ["plain", "banner"] {
      await #expect(throws: TransportError.notTLS) {
        try await session.response(to: HTTPRequest(.get, server.url("/", port)))
      }
    }
    await session.close()
  }

  @Test("A proxy that opens no tunnel is said to be the one that refuses", arguments: [407, 302, 403])
  func proxyRefusal(status: Int) async throws {
    let proxy = ProxySetting.tunnel(host: try HostName("127.0.0.1"), port: try server.port("proxy\(status)"))
    let session = SecureSession(policy: try TestPolicy.make(authority, proxy: proxy))
    await #expect(throws: TransportError.proxyRefused(status: status)) {
      try await session.response(to: HTTPRequest(.get, server.url("/seen")))
    }
    await session.close()
  }

  @Test("An older version of TLS than the policy's is refused")
  func oldVersion() async throws {
    let session = SecureSession(policy: try TestPolicy.make(authority))
    await #expect(throws: TransportError.handshakeFailed(alert: 70)) {
      try await session.response(to: HTTPRequest(.get, server.url("/", "tls12")))
    }
    let older = SecureSession(policy: try TestPolicy.make(authority, version: .tls12))
    let response = try await older.response(to: HTTPRequest(.get, server.url("/", "tls12")))
    #expect(response.verdict.facts?.version == 0x0303)
    await session.close()
    await older.close()
  }
}
