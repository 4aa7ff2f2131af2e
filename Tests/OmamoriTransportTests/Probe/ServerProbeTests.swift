#if !canImport(Darwin)
import Foundation
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// How examinations behave with servers and networks that do not.
@Suite(.serialized)
struct ServerProbeTests {
  private static func probe(_ handshake: Duration = .seconds(2), _ all: Duration = .seconds(6)) throws
    -> ServerProbe
  {
    let pki = try MatrixAuthority.shared.get()
    return try ServerProbe(
      anchors: .only([pki.root.certificate]), handshakeTimeout: handshake, timeout: all)
  }

  private static func good() throws -> MatrixServer {
    let pki = try MatrixAuthority.shared.get()
    return try MatrixServer(ServerSettings(chain: [pki.curve, pki.middle]))
  }

  private static func target(_ port: UInt16) throws -> ServerTarget {
    ServerTarget(try HostName("localhost"), port: port, at: try HostName("127.0.0.1"))
  }

  @Test("Nothing is sent after the handshake")
  func sendsNothing() async throws {
    let server = try Self.good()
    defer { server.stop() }
    let facts = try await Self.probe().examine(Self.target(server.port))
    #expect(facts.completed.count == 2)
    try await Task.sleep(for: .milliseconds(50))
    #expect(server.requestCount == 0)
  }

  @Test("The name is looked up, and the next address is tried when one refuses")
  func resolves() async throws {
    let server = try Self.good()
    defer { server.stop() }
    let facts = try await Self.probe().examine(ServerTarget(HostName("localhost"), port: server.port))
    #expect(facts.address == "127.0.0.1")
    #expect(facts.trustedChain != nil)
  }

  @Test func unknownName() async throws {
    let target = ServerTarget(try HostName("does-not-exist.invalid"))
    await #expect { _ = try await Self.probe().examine(target) } throws: { error in
      [TransportError.nameNotResolved, .timedOut].contains(error as? TransportError)
    }
  }

  @Test func closedPort() async throws {
    let server = try Self.good()
    let port = server.port
    server.stop()
    try await Task.sleep(for: .milliseconds(50))
    await #expect(throws: TransportError.notConnected) {
      _ = try await Self.probe().examine(Self.target(port))
    }
  }

  @Test("A server that says nothing is left after the time for a handshake")
  func silence() async throws {
    let server = try MatrixServer(ServerSettings(behavior: .silent))
    defer { server.stop() }
    let clock = ContinuousClock()
    let start = clock.now
    let facts = try await Self.probe(.milliseconds(200)).examine(Self.target(server.port))
    #expect(facts.handshakes.map(\.outcome) == [.timedOut, .timedOut])
    #expect(clock.now - start < .seconds(2))
    #expect(ATSDiagnosis(facts).refusals.map(\.requirement) == [.tls])
  }

  @Test("A server that drips is left when the time for all of it is over")
  func dripping() async throws {
    let pki = try MatrixAuthority.shared.get()
    let server = try MatrixServer(
      ServerSettings(chain: [pki.curve, pki.middle], behavior: .slow(40)))
    defer { server.stop() }
    let clock = ContinuousClock()
    let start = clock.now
    let facts = try await Self.probe(.seconds(5), .milliseconds(500)).examine(Self.target(server.port))
    #expect(facts.handshakes.map(\.outcome) == [.timedOut])
    #expect(clock.now - start < .seconds(2))
  }

  @Test("An examination ends at once when its task is cancelled")
  func cancellation() async throws {
    let server = try MatrixServer(ServerSettings(behavior: .silent))
    defer { server.stop() }
    let clock = ContinuousClock()
    let start = clock.now
    let target = try Self.target(server.port)
    let probe = try Self.probe(.seconds(20), .seconds(20))
    let task = Task { try await probe.examine(target) }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    await #expect(throws: TransportError.cancelled) { _ = try await task.value }
    #expect(clock.now - start < .seconds(2))
  }

  @Test("Many servers are examined at the same time, and each has its own result")
  func many() async throws {
    let (good, silent) = (try Self.good(), try MatrixServer(ServerSettings(behavior: .silent)))
    defer {
      good.stop()
      silent.stop()
    }
    let targets = try (0..<40).map { try Self.target($0 % 10 == 3 ? silent.port : good.port) }
    let results = await (try Self.probe(.milliseconds(500))).examine(targets, atOnce: 8)
    #expect(results.count == 40)
    for (index, result) in results.enumerated() {
      let facts = try result.get()
      #expect(facts.completed.isEmpty == (index % 10 == 3))
    }
  }

  @Test("A server on this machine is diagnosed in at most 100 ms")
  func speed() async throws {
    let pki = try MatrixAuthority.shared.get()
    let server = try MatrixServer(
      ServerSettings(chain: [pki.rsa, pki.middle], versions: 0x0301...0x0304, suites: "ALL:@SECLEVEL=0"))
    defer { server.stop() }
    let (probe, target, clock) = (try Self.probe(), try Self.target(server.port), ContinuousClock())
    var times: [Duration] = []
    for _ in 0..<10 {
      let start = clock.now
      let diagnosis = ATSDiagnosis(try await probe.examine(target))
      times.append(clock.now - start)
      #expect(!diagnosis.isRefused)
    }
    let best = try #require(times.min())
    // ThreadSanitizer makes everything several times slower, so the time says nothing there.
    if ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil {
      #expect(best < .milliseconds(100), "\(times)")
    }
    if ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil {
      print("diagnosis of a loopback host:", times.sorted())
    }
  }

  @Test("Random answers neither crash an examination nor keep it")
  func randomAnswers() async throws {
    var generator = SeededGenerator(seed: 20_260_601)
    let probe = try Self.probe(.seconds(1), .seconds(3))
    for round in 0..<1000 {
      let server = try MatrixServer(ServerSettings(behavior: .answer(Self.answer(round, &generator))))
      let facts = try await probe.examine(Self.target(server.port))
      #expect(facts.completed.isEmpty && facts.trustedChain == nil)
      #expect(ATSDiagnosis(facts).isRefused)
      server.stop()
    }
  }

  /// Bytes of any kind, or records and handshakes with a good beginning.
  private static func answer(_ round: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    let body = (0..<Int.random(in: 0...600, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    switch round % 4 {
    case 0: return body
    case 1: return record(22, body)
    case 2: return record(22, [2, 0, UInt8(body.count >> 8), UInt8(body.count & 255), 3, 3] + body)
    default: return record(21, [2, UInt8.random(in: 0...255, using: &generator)]) + body
    }
  }

  private static func record(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
    [type, 3, 3, UInt8(body.count >> 8), UInt8(body.count & 255)] + body
  }
}

/// Numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
#endif
