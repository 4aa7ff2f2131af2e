import Foundation
import Glibc
@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Synchronization
import Testing

/// What is left of requests that meet the end of a session, or each other.
@Suite("Lifetime of requests", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct SessionLifetimeTests {
  /// Holds the engine's thread up in the middle of a handshake.
  private final class Gate: WallClock {
    private let isHeld = Atomic(false)
    private let isOpen = Atomic(false)

    var date: Date {
      if !isHeld.exchange(true, ordering: .acquiringAndReleasing) {
        for _ in 0..<5000 where !isOpen.load(ordering: .acquiring) { usleep(1000) }
      }
      return Date()
    }

    func open() { isOpen.store(true, ordering: .releasing) }

    func untilHeld() async throws {
      for _ in 0..<5000 where !isHeld.load(ordering: .acquiring) {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  private final class Token: Sendable {}

  /// Runs on the engine's thread.
  private struct Listener: SecurityEvents {
    let onMismatch: @Sendable () -> Void
    func record(_ event: SecurityEvent) { if event.name == "transport.pin.mismatch" { onMismatch() } }
  }

  let authority: TestAuthority
  let server: UnrulyServer

  init() throws {
    authority = try TestAuthority.shared.get()
    server = try UnrulyServer.shared.get()
  }

  // Fails when the messages that come together with the end are dropped.
  @Test("A request that begins as the session ends is answered")
  func closingWhileBeginning() async throws {
    let gate = Gate()
    let session = SecureSession(
      policy: try TestPolicy.make(authority), identity: nil, events: .discarded, clock: gate)
    let request = try HTTPRequest(.get, server.url("/seen"))
    let answers = Protected<[TransportError?]>([])
    let send: @Sendable () async -> Void = {
      do {
        _ = try await session.response(to: request)
        answers.withLock { $0.append(nil) }
      } catch {
        answers.withLock { $0.append(error as? TransportError) }
      }
    }
    Task { await send() }
    try await gate.untilHeld()
    for _ in 0..<3 { Task { await send() } }
    try await Task.sleep(for: .milliseconds(200))
    Task { await session.close() }
    try await Task.sleep(for: .milliseconds(200))
    gate.open()
    for _ in 0..<300 where answers.current.count < 4 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(answers.current.count == 4)
    #expect(answers.current.filter { $0 == .closed }.count >= 3)
  }

  // Fails when only a transfer that was begun ends its writer.
  @Test("A stream that was never begun is let go", arguments: [true, false])
  func neverBegun(_ isClosed: Bool) async throws {
    let session = SecureSession(policy: try TestPolicy.make(authority))
    let url = try server.url("/echo")
    weak var left: Token?
    if isClosed { await session.close() }
    do {
      let token = Token()
      left = token
      let task = Task {
        let body = RequestBody.stream(length: nil, .bytes) { [token] in
          withExtendedLifetime(token) { Data(repeating: 1, count: 10) }
        }
        return try await session.response(to: HTTPRequest(.post, url, body: body))
      }
      if !isClosed { task.cancel() }
      await #expect(throws: isClosed ? TransportError.closed : .cancelled) { try await task.value }
    }
    for _ in 0..<300 where left != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(left == nil)
    await session.close()
  }

  // Fails when a writer is asked again although nothing more is wanted of it.
  @Test("A stream of a known length is not asked for more", arguments: [0, 100])
  func knownLength(_ length: Int) async throws {
    let session = SecureSession(policy: try TestPolicy.make(authority))
    let count = Protected(0)
    let body = RequestBody.stream(length: length, .bytes) {
      count.withLock { $0 += 1 }
      return Data(repeating: 1, count: 50)
    }
    let response = try await session.response(to: HTTPRequest(.put, server.url("/echo"), body: body))
    #expect(response.status == 200)
    try await Task.sleep(for: .milliseconds(50))
    #expect(count.current == length / 50)
    await session.close()
  }

  // Fails when the engine's thread does not hold the signal back.
  @Test("A connection that breaks does not end the process by a signal")
  func brokenPipe() async throws {
    let isBlocked = Protected<[Bool]>([])
    let events = Listener {
      var set = sigset_t()
      unsafe pthread_sigmask(SIG_BLOCK, nil, &set)
      let answer = unsafe sigismember(&set, SIGPIPE) == 1
      isBlocked.withLock { $0.append(answer) }
    }
    let pins = try authority.pins("spare", mode: .reportOnly)
    let session = SecureSession(policy: try TestPolicy.make(authority, pins: pins), events: events)
    _ = try await session.response(to: HTTPRequest(.get, server.url("/seen")))
    #expect(isBlocked.current == [true])
    await session.close()
  }

  @Test("A slow reader does not hold up other requests to the same server")
  func slowReader() async throws {
    let nginx = try await NginxServer(
      authority, ports: ["a"], servers: "server { listen 127.0.0.1:@a ssl http2; server_name localhost; }")
    let size = 60 << 20
    try Data(repeating: 7, count: size).write(to: authority.path("www/large"))
    defer { try? FileManager.default.removeItem(at: authority.path("www/large")) }
    let session = SecureSession(policy: try TestPolicy.make(authority, timeouts: { $0.idle = .seconds(4) }))
    let large = try await session.stream(HTTPRequest(.get, nginx.url("a", "/large")))
    #expect(large.verdict.facts?.applicationProtocol == "h2")
    try await Task.sleep(for: .milliseconds(300))
    for _ in 0..<5 {
      let response = try await session.response(to: HTTPRequest(.get, nginx.url("a")))
      #expect(response.body.count == 1024)
    }
    var received = 0
    for try await piece in large.body { received += piece.count }
    #expect(received == size)
    await session.close()
  }
}
