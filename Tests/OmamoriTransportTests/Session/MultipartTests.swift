import Foundation
import Glibc
import OmamoriCore
import OmamoriCrypto
@testable import OmamoriTransport
@testable import OmamoriTransportCurl
import Testing

/// Forms of fields and files, as Python's standard library reads them.
@Suite("Forms with files", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct MultipartTests {
  private struct Received: Decodable {
    struct Part: Decodable {
      let name: String?
      let file: String?
      let type: String
      let headers: [String]
      let size: Int
      let sha256: String
    }

    let type: String
    let framing: [String]
    let defects: Int
    let parts: [Part]
    let start: String
  }

  let authority: TestAuthority
  let server: UnrulyServer
  let session: SecureSession

  init() throws {
    authority = try TestAuthority.shared.get()
    server = try UnrulyServer.shared.get()
    session = SecureSession(policy: try TestPolicy.make(authority, redirects: .sameOrigin(limit: 2)))
  }

  private func post(_ form: MultipartForm, _ path: String = "/form") async throws -> Received {
    let response = try await session.response(
      to: HTTPRequest(.post, server.url(path), body: .multipart(form)))
    return try JSONDecoder().decode(Received.self, from: response.body)
  }

  private func hex(_ data: Data) -> String {
    SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
  }

  private func file(_ name: String, _ content: Data) throws -> String {
    let file = authority.path(name)
    try content.write(to: file)
    return file.path
  }

  // Fails without forms, and when a body is sent in chunks or a part is not whole.
  @Test("Fields, bytes and files arrive whole, with their length beforehand", arguments: [0, 5, 3_000_000])
  func parts(_ size: Int) async throws {
    let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) })
    let path = try file("form-\(size).bin", content)
    var form = try MultipartForm()
    try form.add("text", "line\r\nline\n--\r\n")
    try form.add("memory", content, fileName: "m.bin")
    try form.add("file", file: path)
    try form.add(
      "page", file: path, fileName: "p.html", type: #require(MediaType("text/html; charset=utf-8")))
    try form.add("empty", "")
    let received = try await post(form)
    #expect(received.type == "multipart/form-data" && received.framing == ["Content-Length"])
    #expect(received.defects == 0)
    #expect(received.parts.map(\.name) == ["text", "memory", "file", "page", "empty"])
    #expect(received.parts.map(\.file) == [nil, "m.bin", "form-\(size).bin", "p.html", nil])
    #expect(
      received.parts.map(\.type) == [
        "text/plain", "application/octet-stream", "application/octet-stream", "text/html", "text/plain",
      ])
    #expect(received.parts.map(\.size) == [15, size, size, size, 0])
    #expect(received.parts[1...3].allSatisfy { $0.sha256 == hex(content) })
    await session.close()
  }

  // Fails when a name can end its header or begin another.
  @Test("A name cannot leave its quotation marks")
  func escaping() async throws {
    var form = try MultipartForm()
    try form.add("a\"b\r\nX-Evil: 1\r\n\r\nbody", "1")
    try form.add("f", Data("2".utf8), fileName: "q\"; name=\"other\n.txt")
    try form.add("名前", Data("3".utf8), fileName: "お守り.txt", type: .plainText)
    let received = try await post(form)
    #expect(received.parts.count == 3 && received.defects == 0)
    #expect(received.parts[0].name == "a%22b%0D%0AX-Evil: 1%0D%0A%0D%0Abody")
    #expect(received.parts[1].name == "f" && received.parts[1].file == "q%22; name=%22other%0A.txt")
    #expect(received.parts[0].headers == ["Content-Disposition"])
    #expect(received.parts[1].headers == ["Content-Disposition", "Content-Type"])
    #expect(received.start.contains(#"name="名前"; filename="お守り.txt""#))
    await session.close()
  }

  @Test("Other control characters are refused", arguments: ["\u{0}", "\u{B}", "\u{C}", "\u{1C}", "\u{7F}"])
  func controls(_ character: String) throws {
    var form = try MultipartForm()
    #expect(throws: TransportError.headerNotAllowed) { try form.add("a" + character, "1") }
    #expect(throws: TransportError.headerNotAllowed) { try form.add("a", Data(), fileName: character) }
    #expect(throws: TransportError.headerNotAllowed) { try form.add("a", file: "/tmp/a" + character) }
  }

  @Test("Each form has a boundary of its own, and prints no content")
  func boundaries() throws {
    var forms: [MultipartForm] = []
    for _ in 0..<100 { forms.append(try MultipartForm()) }
    #expect(Set(forms.map(\.mediaType.description)).count == 100)
    try forms[0].add("secret", "hidden")
    #expect("\(RequestBody.multipart(forms[0]))" == "a form of 1 parts")
    #expect(!String(reflecting: forms[0]).contains("hidden"))
  }

  // Fails when the size at the beginning is all that counts.
  @Test("A file that changes its size while it is sent is an error", arguments: [-1, 1])
  func changed(_ difference: Int) async throws {
    let size = 20_000_000
    let path = try file("changing\(difference).bin", Data(count: size))
    let small = try file("small\(difference).bin", Data())
    for grown in difference < 0 ? [path] : [path, small] {
      var form = try MultipartForm()
      try form.add("small", file: small)
      try form.add("file", file: path)
      let isDone = Protected(false)
      await #expect(throws: TransportError.unreadableBody) {
        try await session.response(to: HTTPRequest(.post, server.url("/form"), body: .multipart(form))) { _ in
          let isFirst = isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
          }
          guard isFirst else { return }
          _ = unsafe truncate(grown, grown == small ? 1 : size + difference)
        }
      }
      try Data(count: size).write(to: URL(filePath: path))
    }
    await session.close()
  }

  @Test("A file that is none fails before anything is sent")
  func noFile() async throws {
    for (path, code) in [("/nowhere", ENOENT), ("/dev/zero", EINVAL)] {
      var form = try MultipartForm()
      try form.add("file", file: path)
      await #expect(throws: TransportError.file(code: code)) { try await post(form) }
    }
    await session.close()
  }

  @Test("A form is sent again where a request is repeated")
  func repeated() async throws {
    var form = try MultipartForm()
    try form.add("file", file: file("again.bin", Data(count: 500_000)))
    let received = try await post(form, "/redirect?307&/form")
    #expect(received.parts.map(\.size) == [500_000])
    await session.close()
  }
}
