import Foundation
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// Many requests with faults of servers and callers who give up at any moment; afterwards nothing is left.
///
/// `OMAMORI_SOAK` multiplies the number of requests, `OMAMORI_DEEP` makes it 10,000.
@Suite("Endurance of sessions", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct SoakTests {
  private static var count: Int {
    let environment = ProcessInfo.processInfo.environment
    let factor = environment["OMAMORI_SOAK"].flatMap(Int.init) ?? 1
    return (environment["OMAMORI_DEEP"] == nil ? 600 : 10_000) * max(1, min(factor, 100))
  }

  private static let paths = [
    ("/seen", "tls"), ("/echo", "tls"), ("/nothing", "tls"), ("/reset", "tls"), ("/truncated", "tls"),
    ("/garbage", "tls"), ("/endless", "tls"), ("/late?0.02", "tls"), ("/stall", "tls"), ("/large?4", "tls"),
    ("/", "silent"), ("/", "abrupt"), ("/seen", "asks"), ("/redirect?302&/seen", "tls"),
  ]

  fileprivate struct Tally {
    var answers = 0
    var successes = 0
    var cancellations = 0
  }

  @Test("Nothing is left of requests that failed or were given up")
  func leavesNothing() async throws {
    let authority = try TestAuthority()
    let server = try UnrulyServer(authority)
    let nginx = try await NginxServer(
      authority, ports: ["a"], servers: "server { listen 127.0.0.1:@a ssl http2; server_name localhost; }")
    // The first round loads what stays: the libraries' tables, threads of the pool.
    _ = try await round(max(1000, Self.count / 4), authority, server, nginx)
    var before = LeakCount.now
    let tally = try await round(Self.count, authority, server, nginx)
    #expect(tally.answers == Self.count, "every request has one answer")
    #expect(tally.successes > Self.count / 10 && tally.cancellations > Self.count / 20)
    var after = LeakCount.now
    for _ in 0..<300 where after.descriptors > before.descriptors || after.threads > before.threads {
      try await Task.sleep(for: .milliseconds(10))
      after = LeakCount.now
    }
    #expect(
      after.connections <= before.connections && after.descriptors <= before.descriptors,
      "\(before); \(after)")
    #expect(after.threads <= before.threads + 2, "\(before); \(after)")
    // What leaks grows with every round; what an allocator keeps of the tests before, and under load, does not.
    for _ in 0..<2 where after.residentBytes - before.residentBytes >= 64 << 20 {
      before = LeakCount.now
      _ = try await round(Self.count, authority, server, nginx)
      after = LeakCount.now
    }
    #expect(after.residentBytes - before.residentBytes < 64 << 20, "\(before); \(after)")
  }

  private func round(
    _ count: Int, _ authority: TestAuthority, _ server: UnrulyServer, _ nginx: NginxServer
  ) async throws -> Tally {
    let policy = try TestPolicy.make(
      authority, redirects: .sameOrigin(limit: 2),
      timeouts: {
        $0.idle = .milliseconds(120)
        $0.connecting = .milliseconds(150)
        $0.total = .seconds(3)
      })
    let session = SecureSession(policy: policy)
    var tally = Tally()
    var generator = SystemRandomNumberGenerator()
    await withTaskGroup(of: TransportError?.self) { group in
      for number in 0..<count {
        if number >= 32, let outcome = await group.next() { tally.add(outcome) }
        let isGood = Bool.random(using: &generator)
        let (path, port) = Self.paths.randomElement(using: &generator) ?? ("/seen", "tls")
        guard let url = try? isGood ? nginx.url("a") : server.url(path, port) else { continue }
        let delay =
          Int.random(in: 0..<3, using: &generator) == 0 ? Int.random(in: 0..<40, using: &generator) : nil
        let isStreamed = Bool.random(using: &generator)
        group.addTask { await Self.request(session, url, isStreamed: isStreamed, cancelledAfter: delay) }
      }
      for await outcome in group { tally.add(outcome) }
    }
    await session.close()
    return tally
  }

  private static func request(
    _ session: SecureSession, _ url: RequestURL, isStreamed: Bool, cancelledAfter delay: Int?
  ) async -> TransportError? {
    let task = Task { () -> TransportError? in
      do {
        let request = try HTTPRequest(.get, url, expecting: .anything)
        if isStreamed {
          var size = 0
          for try await piece in try await session.stream(request).body {
            size += piece.count
            if size > 400_000 { break }
          }
        } else {
          _ = try await session.response(to: request)
        }
        return nil
      } catch {
        return error as? TransportError ?? .unsupported
      }
    }
    if let delay {
      try? await Task.sleep(for: .milliseconds(delay))
      task.cancel()
    }
    return await task.value
  }
}

extension SoakTests.Tally {
  fileprivate mutating func add(_ outcome: TransportError?) {
    answers += 1
    if outcome == nil { successes += 1 }
    if outcome == .cancelled { cancellations += 1 }
  }
}
