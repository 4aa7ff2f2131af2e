import Foundation
import OmamoriCore
@testable import OmamoriTransport
@testable import OmamoriTransportCurl
import Testing

/// Bodies that come in gzip because a policy asks for it.
@Suite("Compressed bodies", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct CompressionTests {
  private struct Asked: Decodable {
    let asked: [String]
  }

  let server: UnrulyServer
  let session: SecureSession
  private let content = Data((0..<40_000).map { "{\"line\":\($0)}\n" }.joined().utf8)

  init() throws {
    server = try UnrulyServer.shared.get()
    session = try Self.session(server.authority)
  }

  private static func session(_ authority: TestAuthority, limit: Int = 1_000_000) throws -> SecureSession {
    var limits = ResponseLimits()
    limits.bodyBytes = limit
    return SecureSession(policy: try TestPolicy.make(authority, limits: limits, decompression: .gzip))
  }

  private func body(_ kind: String) async throws -> Data {
    try await session.response(to: HTTPRequest(.get, server.url("/coded?\(kind)"))).body
  }

  private func streamed(_ kind: String, isDecoded: Bool = true) async throws -> Data {
    var body = Data()
    for try await piece in try await session.stream(HTTPRequest(.get, server.url("/coded?\(kind)"))).body {
      #expect(!piece.isEmpty && (!isDecoded || piece.count <= GzipDecoder.greatestPiece))
      body += piece
    }
    return body
  }

  // Fails without decompression, and when only the first member is read.
  @Test("What comes in gzip is decompressed, one member or several", arguments: ["whole", "two"])
  func decompressed(_ kind: String) async throws {
    #expect(try await body(kind) == content)
    #expect(try await streamed(kind) == content)
    let response = try await session.response(to: HTTPRequest(.get, server.url("/coded?\(kind)")))
    #expect(response.fields["Content-Encoding"] == "gzip", "the fields say how it was sent")
    let value: Asked = try await session.get(server.url("/coded?json"))
    #expect(value.asked == ["gzip"])
    await session.close()
  }

  // Fails with libcurl's own decoder, which takes a stream that was cut for a whole one.
  @Test(
    "A stream that is broken, cut or followed by something is an error and never a short body",
    arguments: [
      "rest", "zeros", "checksum", "size", "middle", "text", "deflate", "cut&1", "cut&4", "cut&8", "cut&9",
      "cut&5000", "first&5", "first&10", "first&1",
    ])
  func broken(_ kind: String) async throws {
    await #expect(throws: TransportError.malformedResponse) { try await body(kind) }
    await #expect(throws: TransportError.malformedResponse) { try await streamed(kind) }
    // The session goes on after it.
    #expect(try await body("whole") == content)
    await session.close()
  }

  // Fails when the error is forgotten once it was thrown.
  @Test("A reader who goes on after an error never sees an end", arguments: ["cut&9", "middle"])
  func readOn(_ kind: String) async throws {
    var iterator = try await session.stream(HTTPRequest(.get, server.url("/coded?\(kind)"))).body
      .makeAsyncIterator()
    await #expect(throws: TransportError.malformedResponse) { while try await iterator.next() != nil {} }
    await #expect(throws: TransportError.self) { try await iterator.next() }
    await session.close()
  }

  // Fails when the limit counts the bytes that were sent.
  @Test("The limit counts what comes out, and a bomb ends at it")
  func bomb() async throws {
    let small = try Self.session(server.authority, limit: 100_000)
    await #expect(throws: TransportError.responseTooLarge(limit: 100_000)) {
      try await small.response(to: HTTPRequest(.get, server.url("/coded?bomb")))
    }
    let exact = try Self.session(server.authority, limit: content.count)
    #expect(
      try await exact.response(to: HTTPRequest(.get, server.url("/coded?whole"))).body.count == content.count)
    #expect(try await streamed("bomb") == Data(count: 8 << 20), "a stream comes in small pieces")
    for session in [small, exact, session] { await session.close() }
  }

  @Test("A coding that was not asked for is handed over as it came", arguments: ["br", "gzip,%20gzip"])
  func otherCodings(_ kind: String) async throws {
    #expect(try await body(kind).starts(with: [0x1F, 0x8B]))
    #expect(try await streamed(kind, isDecoded: false).starts(with: [0x1F, 0x8B]))
    await session.close()
  }

  @Test("No byte is no gzip, unless the server says that there is no body")
  func empty() async throws {
    #expect(try await body("first&0").isEmpty, "Content-Length: 0")
    let head = try await session.response(to: HTTPRequest(.head, server.url("/coded?whole")))
    #expect(head.body.isEmpty && head.fields["Content-Encoding"] == "gzip")
    #expect(throws: TransportError.malformedResponse) { try GzipDecoder.content(of: Data(), limit: 1) }
    await session.close()
  }

  @Test(
    "Who asks for a coding or a range gets what the server sends", arguments: ["Accept-Encoding", "Range"])
  func ownFields(_ name: String) async throws {
    let headers = try HeaderFields([name: name == "Range" ? "bytes=0-" : "identity"])
    let value: Asked = try await session.get(server.url("/coded?asked"), headers: headers)
    #expect(value.asked == (name == "Range" ? [] : ["identity"]))
    let response = try await session.response(
      to: HTTPRequest(.get, server.url("/coded?whole"), headers: headers))
    #expect(response.body.starts(with: [0x1F, 0x8B]))
    await session.close()
  }

  @Test("Nothing is asked for unless the policy does")
  func off() async throws {
    let plain = SecureSession(policy: try TestPolicy.make(server.authority))
    let value: Asked = try await plain.get(server.url("/coded?asked"))
    #expect(value.asked.isEmpty)
    await plain.close()
    await session.close()
  }

  @Test("A body of very many members of one byte is decompressed", .timeLimit(.minutes(1)))
  func manyMembers() throws {
    // The letter "a" in a stored block (RFC 1951, section 3.2.4), with its CRC-32 and its size.
    let member: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1, 1, 0, 0xFE, 0xFF, 0x61, 0x43, 0xBE, 0xB7, 0xE8, 1, 0, 0, 0,
    ]
    let packed = Data((0..<20_000).flatMap { _ in member })
    #expect(try GzipDecoder.content(of: packed, limit: 20_000) == Data(repeating: 0x61, count: 20_000))
    #expect(throws: TransportError.responseTooLarge(limit: 19_999)) {
      try GzipDecoder.content(of: packed, limit: 19_999)
    }
  }

  @Test("The decoder reads pieces of any size")
  func pieces() async throws {
    let plain = SecureSession(policy: try TestPolicy.make(server.authority))
    let packed = try await plain.response(to: HTTPRequest(.get, server.url("/coded?two"))).body
    for size in [1, 2, 7, 1000, packed.count] {
      var decoder = try GzipDecoder()
      var (out, rest) = (Data(), packed[...])
      while !rest.isEmpty {
        decoder.take(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let piece = try decoder.next() { out += piece }
      }
      try decoder.finish()
      #expect(out == content)
    }
    await plain.close()
    await session.close()
  }
}
