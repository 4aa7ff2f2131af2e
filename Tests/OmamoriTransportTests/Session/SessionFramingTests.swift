import Foundation
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

private let ok = "HTTP/1.1 200 OK\r\n"

/// Servers whose responses end too early, or in more than one place.
@Suite("Framing of sessions", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct SessionFramingTests {
  private static let shared = Result {
    try UnrulyServer(TestAuthority.shared.get(), program: "framing.py")
  }

  let authority: TestAuthority
  let server: UnrulyServer
  let session: SecureSession

  init() throws {
    authority = try TestAuthority.shared.get()
    server = try Self.shared.get()
    session = SecureSession(policy: try TestPolicy.make(authority, version: .tls12))
  }

  /// A request that is answered with these bytes, after which the connection ends in this way.
  private func request(
    _ response: String, then end: String, _ port: String = "tls13", _ method: HTTPMethod = .get
  ) throws -> HTTPRequest {
    let hex = response.utf8.map { String(format: "%02x", $0) }.joined()
    return try HTTPRequest(method, server.url("/\(end)/\(hex)", port), expecting: .anything)
  }

  /// What a reader of the body gets before it ends or fails.
  private func streamed(
    _ request: HTTPRequest, on other: SecureSession? = nil
  ) async throws -> (body: Data, error: TransportError?) {
    let response = try await (other ?? session).stream(request)
    var body = Data()
    do {
      for try await piece in response.body { body += piece }
    } catch {
      return (body, error)
    }
    return (body, nil)
  }

  // Fails when libcurl is believed that the body is complete.
  @Test(
    "A body that ends with the connection is complete only when the server says so",
    arguments: ["tls12", "tls13"])
  func untilClose(_ port: String) async throws {
    for head in [ok + "\r\n", ok + "Connection: close\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n"] {
      let whole = try request(head + "half", then: "notify", port)
      #expect(try await session.response(to: whole).body == Data("half".utf8))
      let (body, error) = try await streamed(whole)
      #expect(body == Data("half".utf8) && error == nil)
      for end in ["fin", "reset"] {
        let cut = try request(head + "half", then: end, port)
        await #expect(throws: TransportError.connectionLost) { try await session.response(to: cut) }
      }
      let cut = try request(head + "half", then: "fin", port)
      #expect(try await streamed(cut).error == .connectionLost)
    }
    await session.close()
  }

  @Test(
    "A server need not end the connection well once the body is complete",
    arguments: ["tls12", "tls13"], ["fin", "notify"])
  func completeBeforeEnd(_ port: String, _ end: String) async throws {
    let responses = [
      ok + "Content-Length: 2\r\n\r\nok", ok + "Content-Length: 2\r\nConnection: close\r\n\r\nok",
      ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      ok + "Transfer-Encoding: chunked\r\n\r\n1;a=b\r\no\r\n1\r\nk\r\n0\r\nTrailer: x\r\n\r\n",
      ok + "Content-Length: 2, 2\r\n\r\nok", ok + "Content-Length: 2\r\ncontent-length: 2\r\n\r\nok",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok + "Content-Length: 2\r\n\r\nok",
      "HTTP/1.1 100 Continue\r\n\r\n" + ok + "Transfer-Encoding: Chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 200\nContent-Length: 2\n\nok",
    ]
    // Whoever finds a kept connection closed makes another one; libcurl does so five times in the life of one handle.
    for response in responses {
      let session = SecureSession(policy: self.session.policy)
      let request = try request(response, then: end, port)
      #expect(try await session.response(to: request).body == Data("ok".utf8), "\(response)")
      let (body, error) = try await streamed(request, on: session)
      #expect(body == Data("ok".utf8) && error == nil, "\(response)")
      await session.close()
    }
  }

  @Test("A response without a body by its nature needs no end", arguments: ["fin", "keep"])
  func bodiless(_ end: String) async throws {
    let heads: [(HTTPMethod, String)] = [
      (.get, "HTTP/1.1 204 No Content\r\n\r\n"),
      (.get, "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"),
      (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 100\r\n\r\n"),
      (.head, ok + "Content-Length: 100\r\n\r\n"), (.head, ok + "\r\n"),
      (.head, ok + "Transfer-Encoding: chunked\r\n\r\n"), (.get, ok + "Content-Length: 0\r\n\r\n"),
    ]
    for (method, head) in heads {
      let request = try request(head, then: end, "tls13", method)
      #expect(try await session.response(to: request).body.isEmpty, "\(head)")
      let (body, error) = try await streamed(request)
      #expect(body.isEmpty && error == nil, "\(head)")
    }
    await session.close()
  }

  // Fails when libcurl's reading of the fields is believed.
  @Test(
    "A response whose end could be in two places is refused before a byte of its body is handed out",
    arguments: [
      "Content-Length: 2\r\nContent-Length: 5\r\n\r\nokabc",
      "Content-Length: 5\r\nContent-Length: 2\r\n\r\nok",
      "Content-Length: 2, 5\r\n\r\nokabc", "Content-Length: +2\r\n\r\nok", "Content-Length: -1\r\n\r\nok",
      "Content-Length: 0x2\r\n\r\nok", "Content-Length: 2a\r\n\r\nok", "Content-Length: \r\n\r\nok",
      "Content-Length: 99999999999999999999\r\n\r\nok", "Content-Length: 9223372036854775808\r\n\r\nok",
      "Content-Length: 2\r\nContent-Length: x\r\n\r\nok", "Content-Length: 2 5\r\n\r\nokabc",
      "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked, identity\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok", "Transfer-Encoding: gzip\r\n\r\nok",
      "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", "Transfer-Encoding: \r\n\r\nok",
      "Content-Length : 2\r\n\r\nok", "Content-Length: 2\r\nX: a\rB: c\r\n\r\nok",
      "X: a\r\n Content-Length: 2\r\n\r\nok",
      "Content-Length: 1\r\n 0\r\n\r\nok", "Content-Length: 2\r\nX\r\n\r\nok",
      "Content-Length: 2\r\n\r\r\n\r\nok", "Content-Length: 2\r\n\r\r\r\n\r\nok",
    ])
  func ambiguous(_ rest: String) async throws {
    for end in ["fin", "notify", "keep"] {
      let request = try request(ok + rest, then: end)
      await #expect(throws: TransportError.malformedResponse) { try await session.response(to: request) }
      await #expect(throws: TransportError.malformedResponse) { try await session.stream(request) }
    }
    await session.close()
  }

  @Test(
    "So is a header that is not one of the protocol that was agreed on, also of an interim response or a redirect",
    arguments: [
      "HTTP/2 200\r\nContent-Length: 2\r\n\r\nok", "HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/1.2 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/3 200 OK\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\nok",
      "HTTP/1.1 100 Continue\r\nContent-Length: 2\r\n\r\n\(ok)\r\nok",
      "HTTP/1.1 103 Early Hints\r\nTransfer-Encoding: chunked\r\n\r\n\(ok)Content-Length: 2\r\n\r\nok",
      "HTTP/1.1 103 Early Hints\r\nContent-Length : 2\r\n\r\n\(ok)Content-Length: 2\r\n\r\nok",
      "HTTP/1.1 302 Found\r\nLocation: /keep/\r\nContent-Length: 2, 3\r\n\r\nok",
      "HTTP/1.1 204 No Content\r\nContent-Length: x\r\n\r\n",
    ])
  func otherProtocol(_ response: String) async throws {
    let policy = try TestPolicy.make(authority, redirects: .sameOrigin(limit: 5))
    let session = SecureSession(policy: policy)
    let request = try request(response, then: "fin")
    await #expect(throws: TransportError.malformedResponse) { try await session.response(to: request) }
    await #expect(throws: TransportError.malformedResponse) { try await session.stream(request) }
    await session.close()
  }

  @Test(
    "A body that ends before its length or its last chunk is not a body",
    arguments: [
      "Content-Length: 10\r\n\r\nok", "Content-Length: 9223372036854775807\r\n\r\nok",
      "Content-Length: 3\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\n5\r\nok", "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n",
      "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n", "Transfer-Encoding: chunked\r\n\r\n",
    ], ["fin", "notify"])
  func cut(_ rest: String, _ end: String) async throws {
    let request = try request(ok + rest, then: end)
    await #expect(throws: TransportError.connectionLost) { try await session.response(to: request) }
    #expect(try await streamed(request).error == .connectionLost)
    await session.close()
  }

  @Test(
    "Chunks that cannot be read are an error",
    arguments: [
      "+2\r\nok\r\n0\r\n\r\n", " 2\r\nok\r\n0\r\n\r\n", "-2\r\nok\r\n0\r\n\r\n", "\r\n2\r\nok\r\n0\r\n\r\n",
      "0x2\r\nok\r\n0\r\n\r\n", "2\r\nok0\r\n\r\n", "2\r\nokay\r\n0\r\n\r\n",
      "10000000000000002\r\nok\r\n0\r\n\r\n",
      "8000000000000000\r\nok\r\n0\r\n\r\n", "2\r\nok\r\n00000000000000000\r\n\r\n", "2\r\nok\r\nx\r\n\r\n",
      "2\r\nok\r\n0\r\nX y\r\n\r\n",
    ])
  func chunks(_ body: String) async throws {
    let request = try request(ok + "Transfer-Encoding: chunked\r\n\r\n" + body, then: "notify")
    let error = await #expect(throws: TransportError.self) { try await session.response(to: request) }
    #expect(error == .malformedResponse || error == .connectionLost)
    let streamed = try await streamed(request)
    #expect(streamed.error == error && [Data(), Data("ok".utf8)].contains(streamed.body))
    await session.close()
  }

  @Test(
    "The same is true of HTTP/2",
    arguments: [
      ("content-length: 2\n\nok", true), ("a: b\n\nok", true), ("content-length: 5\n\nok", false),
      ("content-length: 1\n\nok", false), ("content-length: +2\n\nok", false),
      ("content-length: 2, 3\n\nok", false), ("content-length: 2\ncontent-length: 3\n\nok", false),
      ("transfer-encoding: chunked\n\nok", false), ("content-length: 99999999999999999999\n\nok", false),
    ])
  func http2(_ answer: String, _ isGood: Bool) async throws {
    _ = try await session.response(to: request(answer, then: "keep", "prepare"))
    let request = try HTTPRequest(.get, server.url("/", "http2"), expecting: .anything)
    do throws(TransportError) {
      let response = try await session.response(to: request)
      #expect(isGood && response.body == Data("ok".utf8))
      #expect(response.verdict.facts?.applicationProtocol == "h2")
    } catch {
      // The library that speaks HTTP/2 refuses some of them by itself, which ends the connection.
      #expect(!isGood && [.malformedResponse, .connectionLost].contains(error))
    }
    await session.close()
  }
}
