import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite("Sessions", .serialized, .enabled(if: TestPrograms.areThere))
struct SecureSessionTests {
  @Test("A request is answered, and the verdict says by whom")
  func answers() async throws {
    let authority = try TestAuthority()
    let server = try await NginxServer(
      authority, ports: ["a"], servers: "server { listen 127.0.0.1:@a ssl http2; server_name localhost; }")
    let policy = try TransportPolicy(
      rules: [
        HostRule(HostPattern(HostName("localhost"), subdomains: .excluded), pins: authority.pins("leaf"))
      ],
      anchors: .only([authority.certificate("root")]))
    let session = SecureSession(policy: policy)
    for _ in 0..<3 {
      let response = try await session.response(to: HTTPRequest(.get, server.url("a")))
      #expect(response.status == 200)
      #expect(response.body == Data(repeating: 0x61, count: 1024))
      #expect(response.verdict.admits)
      #expect(response.verdict.facts?.version == 0x0304)
      #expect(response.verdict.facts?.applicationProtocol == "h2")
      #expect(response.fields["server"]?.hasPrefix("nginx") == true)
    }
    await session.close()
    await #expect(throws: TransportError.closed) {
      try await session.response(to: HTTPRequest(.get, server.url("a")))
    }
  }
}
