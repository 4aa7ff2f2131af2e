import Foundation
@_spi(Testing) import OmamoriCore
@testable import OmamoriTransport
@testable import OmamoriTransportCurl
import Testing

/// Requests that are sent again, over a clock that stands still and to a server.
@Suite("Sending again", .serialized)
struct RetryTests {
  private let clock = ManualClock()
  private let request: HTTPRequest

  init() throws { request = try HTTPRequest(.get, RequestURL("https://a.example/")) }

  private func loop() -> RetryLoop<ManualClock> {
    RetryLoop(clock: clock, dates: clock, randomness: SeededRandomness(seed: 1))
  }

  @Test("It waits as long as the server asks, gives up the answer, and hands over the first that is one")
  func loops() async throws {
    let (loop, clock) = (loop(), clock)
    let dropped = Protected<[Int]>([])
    let timesLeft = Protected<[Duration]>([])
    let task = Task { [request] in
      try await loop.run(
        request, rule: RetryRule(),
        attempt: { timeLeft async throws(TransportError) in
          timesLeft.withLock { $0.append(timeLeft ?? .zero) }
          return timesLeft.current.count < 3 ? 503 : 200
        },
        head: { status in
          let fields = try? ResponseFields(["Retry-After": "10"])
          return (status, fields ?? ResponseFields())
        },
        drop: { status in dropped.withLock { $0.append(status) } })
    }
    for _ in 0..<2 {
      await clock.untilSleeping()
      clock.advance(by: .seconds(10))
    }
    #expect(try await task.value == 200)
    #expect(dropped.current == [503, 503])
    #expect(timesLeft.current == [.seconds(120), .seconds(110), .seconds(100)])
  }

  @Test("The last error or answer is handed over when the attempts are used up")
  func exhausted() async throws {
    let (loop, clock, count) = (loop(), clock, Protected(0))
    let task = Task { [request] in
      try await loop.run(
        request, rule: RetryRule(),
        attempt: { _ async throws(TransportError) -> Int in
          count.withLock { $0 += 1 }
          throw .connectionLost
        }, head: { ($0, ResponseFields()) })
    }
    for _ in 0..<2 {
      await clock.untilSleeping()
      clock.advance(by: .seconds(2))
    }
    await #expect(throws: TransportError.connectionLost) { try await task.value }
    #expect(count.current == 3)
  }

  // Fails when the wait goes on after nobody wants the answer any more.
  @Test("Cancelling or closing ends a wait at once", arguments: [true, false])
  func ended(_ isCancelled: Bool) async throws {
    let (loop, clock) = (loop(), clock)
    let run: @Sendable () async throws -> Int = { [request] in
      try await loop.run(
        request, rule: RetryRule(), attempt: { _ async throws(TransportError) -> Int in 503 },
        head: { ($0, ResponseFields()) })
    }
    let task = Task { try await run() }
    await clock.untilSleeping()
    if isCancelled { task.cancel() } else { loop.close() }
    await #expect(throws: isCancelled ? TransportError.cancelled : .closed) { try await task.value }
    guard !isCancelled else { return }
    await #expect(throws: TransportError.closed) { try await run() }
  }
}

/// Requests that a real server wants to have again.
@Suite("Sending again to a server", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct RetryServerTests {
  let server: UnrulyServer
  let session: SecureSession
  private let rule: RetryRule = {
    var rule = RetryRule()
    (rule.firstWait, rule.longestWait, rule.total) = (.milliseconds(20), .milliseconds(50), .seconds(30))
    return rule
  }()

  init() throws {
    server = try UnrulyServer(TestAuthority.shared.get())
    session = SecureSession(policy: try TestPolicy.make(server.authority, retries: rule))
  }

  private func seen(_ name: String) async throws -> Int {
    let seen: [String: Int] = try await session.get(server.url("/seen"))
    return seen[name] ?? 0
  }

  // Fails without the repetition.
  @Test("A server that is busy for a moment is asked again", arguments: [503, 429])
  func busy(_ status: Int) async throws {
    let start = ContinuousClock.now
    let patient = try await session.response(
      to: HTTPRequest(.get, server.url("/flaky?a&\(status)&1&1"), expecting: .json))
    #expect(patient.status == 200)
    #expect(ContinuousClock.now - start >= .seconds(1), "it asked for a second")
    #expect(try await seen("a") == 2)
    let response = try await session.response(to: HTTPRequest(.get, server.url("/flaky?b&\(status)&2&")))
    #expect(response.status == 200)
    #expect(try await seen("b") == 3)
    await session.close()
  }

  @Test(
    "A stream is asked for again until its header is there, and a body that can be read twice is sent twice")
  func bodies() async throws {
    let streamed = try await session.stream(HTTPRequest(.get, server.url("/flaky?a&503&1&")))
    #expect(streamed.status == 200)
    for try await _ in streamed.body {}
    let body = RequestBody.bytes(Data(count: 100_000), .bytes)
    #expect(
      try await session.response(to: HTTPRequest(.put, server.url("/flaky?b&503&1&"), body: body)).status
        == 200)
    await #expect(throws: TransportError.status(503)) {
      try await session.response(to: HTTPRequest(.post, server.url("/flaky?c&503&1&"), body: body))
    }
    var any = rule
    any.repeatsAnyMethod = true
    let posted = try await session.response(
      to: HTTPRequest(.post, server.url("/flaky?d&503&1&"), body: body, retries: any))
    #expect(posted.status == 200)
    #expect(try await [seen("a"), seen("b"), seen("c"), seen("d")] == [2, 2, 1, 2])
    await session.close()
  }

  @Test("A connection that breaks is made again, as often as the rule says")
  func broken() async throws {
    await #expect(throws: TransportError.connectionLost) {
      try await session.response(to: HTTPRequest(.get, server.url("/nothing")))
    }
    #expect(try await seen("nothings") == 3)
    await #expect(throws: TransportError.connectionLost) {
      let fresh = SecureSession(policy: try TestPolicy.make(server.authority, retries: rule))
      _ = try await fresh.response(to: HTTPRequest(.get, server.url("/nothing"), retries: RetryRule.none))
    }
    #expect(try await seen("nothings") == 4)
    await session.close()
  }

  // Fails when whoever was refused is asked again.
  @Test("A server that is refused is asked once")
  func refused() async throws {
    let before = try await seen("connections")
    let other = try TestAuthority()
    let strict = SecureSession(policy: try TestPolicy.make(other, retries: rule))
    let request = try HTTPRequest(.get, server.url("/flaky?e&503&1&"))
    do throws(TransportError) {
      _ = try await strict.response(to: request)
      Issue.record("it was admitted")
    } catch {
      if case .refused = error {} else { Issue.record("\(error)") }
    }
    #expect(try await seen("connections") == before + 1)
    #expect(try await seen("e") == 0)
    await strict.close()
    await session.close()
  }

  @Test("Closing the session ends a request that waits for its next attempt")
  func closing() async throws {
    let url = try server.url("/flaky?f&503&9&20")
    let session = session
    let task = Task { try await session.response(to: HTTPRequest(.get, url)) }
    try await Task.sleep(for: .milliseconds(300))
    let start = ContinuousClock.now
    await session.close()
    await #expect(throws: TransportError.closed) { try await task.value }
    #expect(ContinuousClock.now - start < .seconds(10))
  }
}
