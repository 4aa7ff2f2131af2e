import Foundation
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// What a session measures of its requests.
@Suite("Measurements of requests", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct MetricsTests {
  let server: UnrulyServer
  let session: SecureSession

  init() throws {
    server = try UnrulyServer.shared.get()
    session = SecureSession(
      policy: try TestPolicy.make(
        server.authority, redirects: .sameOrigin(limit: 2), unlisted: .trusted, decompression: .gzip))
  }

  // Fails without the measurements, and when those of a kept connection are those of its beginning.
  @Test("The parts of a request are measured, and a kept connection has no handshake")
  func parts() async throws {
    let first = try await session.response(to: HTTPRequest(.get, server.url("/late?0.2")))
    let metrics = try #require(first.metrics)
    let (connecting, handshake) = (try #require(metrics.connecting), try #require(metrics.handshake))
    #expect(metrics.nameLookup != nil && connecting > .zero && handshake > .zero)
    #expect(metrics.firstByte >= .milliseconds(200) + handshake && metrics.total >= metrics.firstByte)
    #expect(metrics.total < .seconds(30))
    #expect(!metrics.isReused && metrics.version == "HTTP/1.1")
    #expect(metrics.sentBodyBytes == 0 && metrics.receivedBodyBytes == Int64(first.body.count))
    let body = RequestBody.bytes(Data(count: 100_000), .bytes)
    let second = try await session.response(to: HTTPRequest(.put, server.url("/echo"), body: body))
    let later = try #require(second.metrics)
    #expect(later.isReused && later.connecting == nil && later.handshake == nil)
    #expect(later.sentBodyBytes == 100_000 && later.receivedBodyBytes == Int64(second.body.count))
    await session.close()
  }

  @Test("The total counts redirects, the bytes are those that were sent, and an address has no lookup")
  func details() async throws {
    let url = try server.url("/coded?whole", host: "127.0.0.1")
    let packed = try await session.response(to: HTTPRequest(.get, url))
    let metrics = try #require(packed.metrics)
    #expect(metrics.nameLookup == nil && metrics.receivedBodyBytes < packed.body.count)
    let redirected = try await session.response(to: HTTPRequest(.get, server.url("/redirect?302&/late?0.2")))
    #expect(try #require(redirected.metrics).total >= .milliseconds(200))
    let streamed = try await session.stream(HTTPRequest(.get, server.url("/late?0.2")))
    #expect(streamed.metrics.total >= .milliseconds(200) && streamed.metrics.firstByte >= .milliseconds(200))
    for try await _ in streamed.body {}
    await session.close()
  }

  @Test("HTTP/2 is named", .enabled(if: TestPrograms.areThere))
  func version() async throws {
    let nginx = try await NginxServer(
      server.authority, ports: ["a"],
      servers: "server { listen 127.0.0.1:@a ssl http2; server_name localhost; }")
    let response = try await session.response(to: HTTPRequest(.get, nginx.url("a")))
    #expect(response.metrics?.version == "HTTP/2")
    await session.close()
  }
}
