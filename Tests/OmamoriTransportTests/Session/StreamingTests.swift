import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// Bodies that come and go piece by piece.
@Suite("Streams of sessions", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct StreamingTests {
  private struct Echo: Decodable {
    let size: Int
    let sha256: String
    let fields: [[String]]
  }

  private struct Stop: Error {}

  let authority: TestAuthority
  let server: UnrulyServer
  let session: SecureSession

  init() throws {
    authority = try TestAuthority.shared.get()
    server = try UnrulyServer.shared.get()
    session = SecureSession(policy: try TestPolicy.make(authority))
  }

  private func hex(_ data: Data) -> String {
    SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
  }

  // Fails when the pipe takes whatever comes.
  @Test("A slow reader holds the server up and gets every byte")
  func download() async throws {
    let server = try UnrulyServer(authority)
    let count = 800
    let response = try await session.stream(HTTPRequest(.get, server.url("/large?\(count)")))
    var (hash, size) = (SHA256(), 0)
    try await Task.sleep(for: .milliseconds(400))
    let seen: [String: Int] = try await session.get(server.url("/seen"))
    // The system's own buffers take what it sees fit, at most some ten megabytes.
    #expect(seen["pieces"] ?? 0 < count / 2, "what nobody reads is not fetched")
    for try await piece in response.body {
      #expect(!piece.isEmpty)
      hash.update(data: piece)
      size += piece.count
    }
    var expected = SHA256()
    for number in 0..<count { expected.update(data: Data(repeating: UInt8(number % 251), count: 65_536)) }
    #expect(size == count * 65_536 && hash.finalize() == expected.finalize())
    await session.close()
  }

  @Test("A body that nobody reads any more ends its transfer")
  func dropped() async throws {
    let server = try UnrulyServer(authority)
    do {
      let response = try await session.stream(HTTPRequest(.get, server.url("/endless")))
      for try await _ in response.body { break }
    }
    #expect(try await server.settledConnections() == 0)
    await session.close()
  }

  // Fails when a transfer goes on although its header was refused.
  @Test("A body whose header cannot be read ends its transfer")
  func unreadableHeader() async throws {
    let server = try UnrulyServer(authority)
    await #expect(throws: TransportError.malformedResponse) {
      try await session.stream(HTTPRequest(.get, server.url("/folded-endless")))
    }
    #expect(try await server.settledConnections() == 0)
    await session.close()
  }

  // Fails when the writer is given up as soon as the header of the response is there.
  @Test("A server may answer before the body of the request is complete")
  func bothWays() async throws {
    let pieces = PieceSource(Data(repeating: 1, count: 50_000))
    let body = RequestBody.stream(length: nil, .bytes) {
      try await Task.sleep(for: .milliseconds(20))
      return await pieces.next()
    }
    let response = try await session.stream(HTTPRequest(.post, server.url("/header-first"), body: body))
    var answer = Data()
    for try await piece in response.body { answer += piece }
    #expect(answer == Data("50000".utf8))
    await session.close()
  }

  @Test("A body from memory, a file and a stream arrives whole", arguments: [0, 5, 70_000, 3_000_000])
  func uploads(_ size: Int) async throws {
    let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let file = authority.path("upload-\(size)")
    try content.write(to: file)
    let pieces = PieceSource(content)
    let bodies: [RequestBody] = [
      .bytes(content, .bytes), .file(path: file.path, .bytes),
      .stream(length: size, .bytes) { await pieces.next() },
      .stream(length: nil, .bytes) { await pieces.next() },
    ]
    for body in bodies {
      await pieces.restart()
      let progress = Protected<[Int64]>([])
      let response = try await session.response(to: HTTPRequest(.put, server.url("/echo"), body: body)) {
        count in
        progress.withLock { $0.append(count) }
      }
      let echo = try JSONDecoder().decode(Echo.self, from: response.body)
      #expect(echo.size == size && echo.sha256 == hex(content))
      #expect(progress.current == progress.current.sorted() && progress.current.last ?? 0 == Int64(size))
      #expect(!echo.fields.contains { $0.first?.lowercased() == "expect" })
    }
    await session.close()
  }

  @Test("A stream that fails, or is not as long as it says, fails the request", arguments: [nil, 1000, 10])
  func brokenUpload(_ length: Int?) async throws {
    let isLong = length == 10
    let pieces = PieceSource(Data(repeating: 1, count: 100))
    let body = RequestBody.stream(length: length, .bytes) {
      guard let piece = await pieces.next() else {
        if length == nil { throw Stop() }
        return nil
      }
      return piece
    }
    await #expect(throws: TransportError.unreadableBody, "\(isLong)") {
      try await session.response(to: HTTPRequest(.post, server.url("/echo"), body: body))
    }
    await session.close()
  }

  @Test("A file that is none is no body")
  func noFile() async throws {
    await #expect(throws: TransportError.file(code: ENOENT)) {
      try await session.response(
        to: HTTPRequest(.put, server.url("/echo"), body: .file(path: "/nowhere", .bytes)))
    }
    await #expect(throws: TransportError.file(code: EINVAL)) {
      try await session.response(
        to: HTTPRequest(.put, server.url("/echo"), body: .file(path: "/dev/zero", .bytes)))
    }
    await session.close()
  }
}

/// Gives a body in pieces of odd sizes.
actor PieceSource {
  private let content: Data
  private var place = 0

  init(_ content: Data) { self.content = content }

  func restart() { place = 0 }

  func next() -> Data? {
    guard place < content.count else { return nil }
    let end = min(content.count, place + 7919)
    defer { place = end }
    return content[place..<end]
  }
}
