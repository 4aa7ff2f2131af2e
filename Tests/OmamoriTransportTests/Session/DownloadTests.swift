import Foundation
import Glibc
import OmamoriCore
@testable import OmamoriTransport
@testable import OmamoriTransportCurl
import Testing

/// Downloads to files that go on where they stopped, from a server that cuts the first attempt.
@Suite("Downloads to files", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct DownloadTests {
  private static let size = 3_000_000
  let server: UnrulyServer
  let session: SecureSession
  private let folder: URL
  private var path: String { folder.appending(path: "file").path }

  init() throws {
    server = try UnrulyServer.shared.get()
    session = SecureSession(policy: try TestPolicy.make(server.authority, decompression: .gzip))
    folder = server.authority.path("download-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func content(_ version: Int = 1) -> Data {
    Data((0..<Self.size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ ($0 >> 8) &+ version) })
  }

  private func url(_ kind: String) throws -> RequestURL {
    try server.url("/part?\(kind)&\(folder.lastPathComponent)")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func ranges() async throws -> Int {
    let seen: [String: Int] = try await session.get(server.url("/seen"))
    return seen[folder.lastPathComponent + "-ranges"] ?? 0
  }

  /// An attempt that the server cuts after two million bytes.
  private func cut(_ kind: String) async throws {
    await #expect(throws: TransportError.connectionLost) {
      try await session.download(HTTPRequest(.get, url(kind)), to: path)
    }
    #expect(!FileManager.default.fileExists(atPath: path), "the name appears only when the file is whole")
  }

  private static func mode(_ path: String) -> mode_t {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  // Fails when it begins anew, or when the parts do not fit.
  @Test("A download goes on where it stopped", arguments: ["tag", "date"])
  func resumed(_ kind: String) async throws {
    try await cut(kind)
    #expect(try names() == ["file.omamori-part", "file.omamori-part.record"])
    for name in try names() { #expect(Self.mode(folder.path + "/" + name) == 0o600) }
    let heard = Protected<[Int64]>([])
    let file = try await session.download(HTTPRequest(.get, url(kind)), to: path) { received, total in
      heard.withLock { $0.append(received) }
      #expect(total == Int64(Self.size))
    }
    #expect(file.size == Int64(Self.size) && (1_000_000...2_000_000).contains(file.resumedAt))
    #expect(heard.current.last == Int64(Self.size))
    #expect(try Data(contentsOf: URL(filePath: path)) == content())
    #expect(try await ranges() == 1)
    #expect(try names() == ["file"] && Self.mode(path) == 0o600)
    await session.close()
  }

  @Test("It begins anew where it cannot go on", arguments: ["changed", "gone", "weak", "young", "none"])
  func anew(_ kind: String) async throws {
    try await cut(kind)
    let mayResume = ["changed", "gone"].contains(kind)
    #expect(try names().isEmpty != mayResume, "what nobody can go on with is removed")
    let file = try await session.download(HTTPRequest(.get, url(kind)), to: path)
    #expect(file.size == Int64(Self.size) && file.resumedAt == 0)
    #expect(try Data(contentsOf: URL(filePath: path)) == content(kind == "changed" ? 2 : 1))
    #expect(try await ranges() == (mayResume ? 1 : 0))
    #expect(try names() == ["file"])
    await session.close()
  }

  // Fails when a part is appended without looking.
  @Test(
    "A part that is not the one that was asked for is an error, and is not kept",
    arguments: ["shifted", "total", "unknown", "short", "two", "other", "missing"])
  func wrongPart(_ kind: String) async throws {
    try await cut(kind)
    await #expect(throws: TransportError.malformedResponse) {
      try await session.download(HTTPRequest(.get, url(kind)), to: path)
    }
    #expect(try names().isEmpty)
    await session.close()
  }

  // Fails when the part of one URL is gone on with by another.
  @Test("The part of another URL is not gone on with")
  func otherURL() async throws {
    try await cut("tag")
    let other = try server.url("/part?tag&other-\(folder.lastPathComponent)")
    await #expect(throws: TransportError.connectionLost) {
      try await session.download(HTTPRequest(.get, other), to: path)
    }
    #expect(try await ranges() == 0)
    let file = try await session.download(HTTPRequest(.get, other), to: path)
    #expect(file.resumedAt > 1_000_000)
    await session.close()
  }

  // Fails when an error removes a part before this download has begun its own.
  @Test("A part outlives a failing download of another URL to the same file")
  func otherFails() async throws {
    try await cut("tag")
    let forbidden = try server.url("/flaky?other-\(folder.lastPathComponent)&403&9&")
    await #expect(throws: TransportError.status(403)) {
      try await session.download(HTTPRequest(.get, forbidden), to: path)
    }
    await #expect(throws: TransportError.unexpectedMediaType) {
      try await session.download(HTTPRequest(.get, server.url("/large?4"), expecting: .json), to: path)
    }
    let closed = try RequestURL("https://localhost:1/")
    await #expect(throws: TransportError.notConnected) {
      try await session.download(HTTPRequest(.get, closed), to: path)
    }
    #expect(try names() == ["file.omamori-part", "file.omamori-part.record"])
    let file = try await session.download(HTTPRequest(.get, url("tag")), to: path)
    #expect(file.resumedAt > 1_000_000)
    #expect(try Data(contentsOf: URL(filePath: path)) == content())
    await session.close()
  }

  @Test("A part that is a link, or that others can read, is refused")
  func foreignPart() async throws {
    let target = folder.appending(path: "target")
    try Data("precious".utf8).write(to: target)
    for name in ["file.omamori-part", "file.omamori-part.record"] {
      let part = folder.appending(path: name)
      try? FileManager.default.removeItem(at: part)
      try FileManager.default.createSymbolicLink(at: part, withDestinationURL: target)
      await #expect(throws: TransportError.file(code: ELOOP)) {
        try await session.download(HTTPRequest(.get, url("tag")), to: path)
      }
      try FileManager.default.removeItem(at: part)
      try FileManager.default.linkItem(at: target, to: part)
      await #expect(throws: TransportError.file(code: EPERM)) {
        try await session.download(HTTPRequest(.get, url("tag")), to: path)
      }
      try FileManager.default.removeItem(at: part)
      try Data().write(to: part)
      unsafe _ = chmod(part.path, 0o644)
      await #expect(throws: TransportError.file(code: EPERM)) {
        try await session.download(HTTPRequest(.get, url("tag")), to: path)
      }
      try FileManager.default.removeItem(at: part)
    }
    #expect(try Data(contentsOf: target) == Data("precious".utf8))
    #expect(try await ranges() == 0)
    await session.close()
  }

  @Test("A changed record or a part that is too short begins anew", arguments: ["record", "part"])
  func damaged(_ what: String) async throws {
    try await cut("tag")
    let part = path + (what == "part" ? ".omamori-part" : ".omamori-part.record")
    if what == "part" {
      unsafe _ = truncate(part, 1000)
    } else {
      var lines = try String(contentsOfFile: part, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      lines[2] = "1000"
      let text = lines.joined(separator: "\n")
      try Data(text.utf8).write(to: URL(filePath: part))
      unsafe _ = chmod(part, 0o600)
    }
    let file = try await session.download(HTTPRequest(.get, url("tag")), to: path)
    #expect(file.resumedAt == 0)
    #expect(try Data(contentsOf: URL(filePath: path)) == content())
    await session.close()
  }

  @Test("A status, a limit and an impossible destination leave no file")
  func failures() async throws {
    await #expect(throws: TransportError.status(503)) {
      try await session.download(
        HTTPRequest(.get, server.url("/flaky?\(folder.lastPathComponent)&503&9&")), to: path)
    }
    await #expect(throws: TransportError.responseTooLarge(limit: 1000)) {
      try await session.download(HTTPRequest(.get, server.url("/large?4")), to: path, limit: 1000)
    }
    await #expect(throws: TransportError.responseTooLarge(limit: 1000)) {
      try await session.download(HTTPRequest(.get, server.url("/endless")), to: path, limit: 1000)
    }
    await #expect(throws: TransportError.unexpectedMediaType) {
      try await session.download(HTTPRequest(.get, url("whole"), expecting: .json), to: path)
    }
    #expect(try names().isEmpty)
    for (path, code) in [(folder.path, EISDIR), (folder.path + "/none/file", ENOENT), ("", EINVAL)] {
      await #expect(throws: TransportError.file(code: code)) {
        try await session.download(HTTPRequest(.get, url("whole")), to: path)
      }
    }
    await #expect(throws: TransportError.headerNotAllowed) {
      try await session.download(HTTPRequest(.get, url("whole"), headers: ["Range": "bytes=1-"]), to: path)
    }
    await session.close()
  }

  @Test("Two downloads to one file do not mix, and a cancelled one is kept")
  func together() async throws {
    let (session, path) = (session, path)
    let slow = try HTTPRequest(.get, url("slow"))
    let heard = Protected<Int64>(0)
    let task = Task {
      try await session.download(slow, to: path) { received, _ in heard.withLock { $0 = received } }
    }
    while heard.current == 0 { try await Task.sleep(for: .milliseconds(10)) }
    await #expect(throws: TransportError.file(code: EAGAIN)) {
      try await session.download(HTTPRequest(.get, url("tag")), to: path)
    }
    task.cancel()
    await #expect(throws: TransportError.cancelled) { try await task.value }
    let file = try await session.download(slow, to: path)
    #expect(file.resumedAt > 0)
    #expect(try Data(contentsOf: URL(filePath: path)) == content())
    await session.close()
  }

  @Test("A file that is there is replaced, also by an empty one")
  func replaced() async throws {
    try Data("old".utf8).write(to: URL(filePath: path))
    let file = try await session.download(HTTPRequest(.get, url("whole")), to: path)
    #expect(try file.size == Int64(Self.size) && Data(contentsOf: URL(filePath: path)) == content())
    _ = try await session.download(HTTPRequest(.get, server.url("/large?0")), to: path)
    #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
    await session.close()
  }
}
