import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport

@testable import OmamoriAuth
@testable import OmamoriAuthLinux

/// The server of Python/faulty_server.py, which ends with the test.
final class FaultyServer: Sendable {
  static let isAvailable =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  let folder: String
  let port: Int
  private let program: ServedProgram

  init(in folder: String, seed: UInt64, grace: Int) throws {
    program = try ServedProgram([
      Python.system, Python.script("faulty_server.py"), folder, "\(seed)", "\(grace)",
    ])
    guard let port = Int(program.firstLine()) else { throw CocoaError(.executableLoad) }
    (self.folder, self.port) = (folder, port)
  }

  func end() { program.end() }

  /// Nothing fails from now on, or everything may again.
  func calm(_ isCalm: Bool) throws {
    let path = folder + "/calm"
    if isCalm {
      guard FileManager.default.createFile(atPath: path, contents: nil) else {
        throw CocoaError(.fileWriteUnknown)
      }
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// A client of the server, in this or another process.
  static func client(_ folder: String, _ port: Int) throws -> OAuthClient {
    let issuer = try Issuer("https://localhost:\(port)")
    let metadata = ServerMetadata(
      issuer: issuer,
      endpoints: [
        .token: try RequestURL("https://localhost:\(port)/token"),
        .revocation: try RequestURL("https://localhost:\(port)/revoke"),
      ])
    return try OAuthClient(
      metadata: metadata, identifier: "app", exchange: NumberedExchange(inner: try session(folder)))
  }

  private static func session(_ folder: String) throws -> SecureSession {
    let certificate = try Certificate(
      pemRepresentation: String(contentsOfFile: folder + "/ca.pem", encoding: .utf8))
    return SecureSession(policy: try TransportPolicy(anchors: .only([certificate])))
  }

  /// The tokens of a new login.
  func login() async throws -> TokenAnswer {
    let request = try HTTPRequest(.post, RequestURL("https://localhost:\(port)/login"), body: .form([]))
    let (session, sentAt) = (try Self.session(folder), Date())
    let answer = try await session.answer(to: request)
    await session.close()
    return try TokenAnswer(answer, sentAt: sentAt, expecting: .bearer)
  }

  struct Line: Decodable {
    let event: String
    let at: Int
    var token: String?
    var to: String?
    var current: String?
    var request: String?
    var path: String?
  }

  /// What happened, in order.
  func log() throws -> [Line] {
    try String(contentsOfFile: folder + "/server.log", encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }
}

/// Gives each request a number, so that the server notices one that HTTP repeats by itself.
struct NumberedExchange: HTTPExchange {
  let inner: any HTTPExchange

  func answer(to request: HTTPRequest) async throws(TransportError) -> HTTPAnswer {
    var headers = request.headers
    try headers.set("X-Request", UUID().uuidString)
    return try await inner.answer(
      to: HTTPRequest(
        request.method, request.url, headers: headers, body: request.body, timeouts: request.timeouts,
        expecting: request.expectation))
  }
}

/// A store that notes when new tokens are on the disk.
struct NotingStore: TokenSessionStore {
  let inner: KeychainSessionStore
  let path: String

  var settlingTime: Duration { inner.settlingTime }

  func load() async throws(AuthError) -> StoredSession? { try await inner.load() }

  func save(_ session: StoredSession, replacing generation: UInt64?) async throws(AuthError) {
    try await inner.save(session, replacing: generation)
    let record = try SessionRecord(session)
    let state =
      switch record.state {
      case .active(let tokens, let intent):
        "\(intent == nil ? "stored" : "intent") \(tokens.refresh?.reveal() ?? "")"
      case .reauthenticationRequired(let reason): "ended \(reason)"
      case .loggedOut: "out"
      }
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    let line = Array(
      "\(now.tv_sec * 1_000_000_000 + now.tv_nsec) \(getpid()) \(session.generation) \(state)\n".utf8)
    let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    // because the line is written in one call, so that lines of several processes do not mix
    unsafe _ = line.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  func lock(within limit: Duration) async throws(AuthError) -> any SessionLock {
    try await inner.lock(within: limit)
  }
}
