import Foundation
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// Servers that do not do as they should, and callers who give up.
@Suite("Faults of servers", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct SessionFaultTests {
  let authority: TestAuthority
  let server: UnrulyServer

  init() throws {
    authority = try TestAuthority.shared.get()
    server = try UnrulyServer.shared.get()
  }

  private func session() throws -> SecureSession {
    var limits = ResponseLimits()
    limits.bodyBytes = 100_000
    return SecureSession(
      policy: try TestPolicy.make(
        authority,
        timeouts: {
          $0.idle = .seconds(10)
          $0.connecting = .seconds(10)
        }, limits: limits))
  }

  @Test(
    "Each fault has its error",
    arguments: [
      ("/nothing", "tls", TransportError.connectionLost), ("/reset", "tls", .connectionLost),
      ("/truncated", "tls", .connectionLost), ("/truncated-chunks", "tls", .connectionLost),
      ("/garbage", "tls", .malformedResponse), ("/folded", "tls", .malformedResponse),
      ("/two-statuses", "tls", .malformedResponse),
      ("/headers", "tls", .responseTooLarge(limit: 65_536)),
      ("/interim", "tls", .responseTooLarge(limit: 65_536)),
      ("/line", "tls", .responseTooLarge(limit: 65_536)),
      ("/endless", "tls", .responseTooLarge(limit: 100_000)),
      ("/stall", "tls", .timedOut), ("/late?3", "tls", .timedOut), ("/", "silent", .timedOut),
      ("/", "abrupt", .handshakeFailed(alert: nil)), ("/", "asks", .clientCertificateNeeded),
      ("/", "asks12", .clientCertificateNeeded),
    ])
  func faults(_ path: String, _ port: String, _ expected: TransportError) async throws {
    let policy = try TestPolicy.make(
      authority, version: .tls12,
      timeouts: {
        // Only a fault that shows by waiting is waited for: a busy machine takes its time for the others.
        guard expected == .timedOut else { return }
        $0.idle = .milliseconds(400)
        $0.connecting = .milliseconds(600)
      }, limits: session().policy.limits)
    let session = SecureSession(policy: policy)
    await #expect(throws: expected) {
      try await session.response(to: HTTPRequest(.get, server.url(path, port), expecting: .anything))
    }
    // The session goes on after it.
    let response = try await session.response(to: HTTPRequest(.get, server.url("/seen")))
    #expect(response.status == 200)
    await session.close()
  }

  // Fails when libcurl sends again what the server may have done already.
  @Test("What is not idempotent is not sent twice when a kept connection breaks", arguments: ["POST", "PUT"])
  func repeated(_ method: String) async throws {
    let server = try UnrulyServer(authority)
    let session = try session()
    _ = try await session.response(to: HTTPRequest(.get, server.url("/seen")))
    let body = RequestBody.bytes(Data("pay".utf8), .plainText)
    await #expect(throws: TransportError.connectionLost) {
      try await session.response(
        to: HTTPRequest(method == "POST" ? .post : .put, server.url("/nothing"), body: body))
    }
    let seen: [String: Int] = try await session.get(server.url("/seen"))
    #expect(seen["nothings"] == (method == "POST" ? 1 : 2))
    await session.close()
  }

  @Test("Nobody listens, nobody has the name")
  func unreachable() async throws {
    let session = SecureSession(policy: try TestPolicy.make(authority, unlisted: .trusted))
    let port = try NginxServer.freePort()
    await #expect(throws: TransportError.notConnected) {
      try await session.response(to: HTTPRequest(.get, RequestURL("https://localhost:\(port)/")))
    }
    await #expect(throws: TransportError.nameNotResolved) {
      try await session.response(to: HTTPRequest(.get, RequestURL("https://nowhere.invalid/")))
    }
    await session.close()
  }

  @Test("The name of a host that the policy refuses is not even looked up")
  func unlisted() async throws {
    let session = try session()
    await #expect(throws: TransportError.hostNotListed) {
      try await session.response(to: HTTPRequest(.get, RequestURL("https://nowhere.invalid/")))
    }
    await session.close()
  }

  @Test("Nothing is decompressed, so a small body stays small")
  func compression() async throws {
    let session = try session()
    let response = try await session.response(to: HTTPRequest(.get, server.url("/bomb")))
    #expect(response.body.count < 100_000 && response.body.starts(with: [0x1F, 0x8B]))
    #expect(response.fields["content-encoding"] == "gzip")
    await session.close()
  }

  @Test("JSON with two members of one name is refused")
  func duplicateMembers() async throws {
    let session = try session()
    await #expect(throws: TransportError.undecodableBody) {
      let _: [String: String] = try await session.get(server.url("/duplicate"))
    }
    await session.close()
  }

  @Test(
    "Cancelling ends a request at any stage at once",
    arguments: [
      ("/", "silent", 50), ("/stall", "tls", 100), ("/late?5", "tls", 100), ("/endless", "tls", 60),
      ("/", "tls", 0),
    ])
  func cancelling(_ path: String, _ port: String, _ delay: Int) async throws {
    let session = SecureSession(policy: try TestPolicy.make(authority))
    let url = try server.url(path, port)
    let start = ContinuousClock.now
    let task = Task {
      let response = try await session.stream(HTTPRequest(.get, url))
      for try await _ in response.body { _ = () }
      throw TransportError.malformedResponse
    }
    try await Task.sleep(for: .milliseconds(delay))
    task.cancel()
    await #expect(throws: TransportError.cancelled) { try await task.value }
    #expect(ContinuousClock.now - start < .seconds(2))
    await session.close()
  }

  @Test("Closing a session ends what is under way")
  func closing() async throws {
    let session = SecureSession(policy: try TestPolicy.make(authority))
    let url = try server.url("/late?10")
    let task = Task { try await session.response(to: HTTPRequest(.get, url)) }
    try await Task.sleep(for: .milliseconds(150))
    await session.close()
    await #expect(throws: TransportError.closed) { try await task.value }
    await session.close()
  }

  @Test("The time for the whole request counts from its beginning")
  func totalTime() async throws {
    let session = SecureSession(
      policy: try TestPolicy.make(authority, timeouts: { $0.total = .milliseconds(300) }))
    await #expect(throws: TransportError.timedOut) {
      try await session.response(to: HTTPRequest(.get, server.url("/late?3")))
    }
    await session.close()
  }
}
