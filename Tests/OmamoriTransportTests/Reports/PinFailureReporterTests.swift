import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// Takes reports as it is told to.
private actor Collector: ReportDelivery {
  private(set) var bodies: [[UInt8]] = []
  private var outcome = ReportDeliveryOutcome.delivered

  func answer(_ outcome: ReportDeliveryOutcome) { self.outcome = outcome }

  func deliver(_ body: [UInt8], to collector: ReportCollector) async -> ReportDeliveryOutcome {
    bodies.append(body)
    return outcome
  }
}

/// Reports of failed pins: kept sealed, sent once, retried, and never to who may be in between.
@Suite("Pin failure reports")
final class PinFailureReporterTests {
  private let folder: TemporaryFolder
  private let store = InMemorySecretStore()
  private let clock = ManualClock()
  private let collector = Collector()
  private let policy: TransportPolicy

  init() throws {
    folder = try TemporaryFolder()
    policy = try TransportPolicy(rules: [
      HostRule(
        HostPattern(HostName("example.com"), subdomains: .all),
        pins: PinSet(leaf: PinDocumentFixtures.pins(1, 2)))
    ])
  }

  private func reporter(_ host: String? = "reports.example.net", store: InMemorySecretStore? = nil) throws
    -> PinFailureReporter
  {
    PinFailureReporter(
      collector: try host.map { try ReportCollector(HostName($0), path: "/pins") }, delivery: collector,
      path: folder.path("queue"), store: store ?? self.store, clock: clock)
  }

  private func report(_ byte: UInt8 = 9, host: String = "api.example.com") throws -> PinFailureReport {
    PinFailureReport(
      host: try HostName(host), port: 443, date: clock.date,
      servedKeys: [Data(repeating: byte, count: 32)], pins: [Data(repeating: 1, count: 32)], mode: .enforced)
  }

  @Test("It is off by default: nothing is kept and nothing is sent")
  func off() async throws {
    let reporter = try reporter(nil)
    #expect(try await reporter.record(report(), under: policy) == .off)
    #expect(try await reporter.flush() == 0)
    #expect(try folder.names().isEmpty)
  }

  @Test("A report is sent once, and the same one not again for a day")
  func once() async throws {
    let reporter = try reporter()
    #expect(try await reporter.record(report(), under: policy) == .queued)
    #expect(try await reporter.record(report(), under: policy) == .duplicate)
    #expect(try await reporter.flush() == 1)
    #expect(try await reporter.flush() == 0)
    #expect(try await reporter.record(report(), under: policy) == .duplicate)
    #expect(try await reporter.record(report(8), under: policy) == .queued)
    clock.advance(by: .seconds(86_400))
    #expect(try await reporter.record(report(), under: policy) == .queued)
    #expect(try await reporter.flush() == 2)
    #expect(await collector.bodies.count == 3)
  }

  @Test("What is sent has the host and digests, and nothing else")
  func body() async throws {
    let reporter = try reporter()
    _ = try await reporter.record(report(), under: policy)
    try await reporter.flush()
    let body = try StrictJSON.parse(try #require(await collector.bodies.first))
    #expect(
      body.objectValue?.members.map(\.name) == [
        "version", "host", "port", "time", "served", "pins", "enforced",
      ])
    #expect(body["host"]?.stringValue == "api.example.com")
    #expect(PinFailureReport(body) == (try report()))
  }

  @Test("A failure waits, then longer; the queue survives the program")
  func backoff() async throws {
    _ = try await reporter().record(report(), under: policy)
    await collector.answer(.failed)
    #expect(try await reporter().flush() == 0)
    await collector.answer(.delivered)
    #expect(try await reporter().flush() == 0)
    #expect(await collector.bodies.count == 1)
    clock.advance(by: .seconds(61))
    #expect(try await reporter().flush() == 1)
    #expect(await collector.bodies.count == 2)
  }

  @Test("The waits double up to six hours")
  func doubling() throws {
    var queue = ReportQueue()
    _ = queue.add(try report(), at: clock.date)
    var waits: [Double] = []
    for _ in 0..<12 {
      queue.finish(try report().fingerprint, .failed, jitter: 1, at: clock.date)
      waits.append(queue.nextAttempt.timeIntervalSince(clock.date))
    }
    #expect(waits.prefix(4) == [60, 120, 240, 480] && waits.last == 21_600)
    clock.date = clock.date.addingTimeInterval(-86_400 * 365)
    #expect(queue.lease(atMost: 1, at: clock.date).count == 1, "a clock set back does not silence for ever")
  }

  @Test("After one failure no other report is tried, and none is lost")
  func stopsAtFirst() async throws {
    let reporter = try reporter()
    for byte in 1...5 as ClosedRange<UInt8> { _ = try await reporter.record(report(byte), under: policy) }
    await collector.answer(.failed)
    try await reporter.flush()
    #expect(await collector.bodies.count == 1)
    await collector.answer(.delivered)
    clock.advance(by: .seconds(61))
    #expect(try await reporter.flush() == 5)
  }

  @Test("A collector that refuses is not asked again")
  func rejected() async throws {
    let reporter = try reporter()
    _ = try await reporter.record(report(), under: policy)
    await collector.answer(.rejected)
    #expect(try await reporter.flush() == 0)
    clock.advance(by: .seconds(86_000))
    #expect(try await reporter.flush() == 0)
    #expect(await collector.bodies.count == 1)
  }

  @Test(
    "A collector under the rule that failed gets nothing",
    arguments: ["api.example.com", "reports.example.com"])
  func affected(_ host: String) async throws {
    #expect(try await reporter(host).record(report(), under: policy) == .collectorAffected)
    #expect(await collector.bodies.isEmpty)
  }

  @Test("The file says nothing without the key, and is readable for its owner only")
  func sealed() async throws {
    _ = try await reporter().record(report(), under: policy)
    let bytes = try Data(contentsOf: URL(filePath: folder.path("queue")))
    #expect(bytes.starts(with: Array("OMPR".utf8)) && bytes.range(of: Data("example".utf8)) == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("queue"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("A damaged file, or one of another key, becomes an empty queue and an event")
  func damaged() async throws {
    _ = try await reporter().record(report(), under: policy)
    let other = InMemorySecretStore()
    #expect(try await reporter(store: other).record(report(), under: policy) == .queued)
    let path = folder.path("queue")
    for length in [0, 3, 20] {
      try Data(repeating: 7, count: length).write(to: URL(filePath: path))
      #expect(try await reporter().record(report(), under: policy) == .queued)
    }
  }

  @Test("A locked store keeps the reporter from working; it makes no new key")
  func locked() async throws {
    _ = try await reporter().record(report(), under: policy)
    store.problem = .locked
    await #expect(throws: TransportError.secretStore(.locked)) {
      try await self.reporter().record(self.report(8), under: self.policy)
    }
    store.problem = nil
    #expect(try await reporter().flush() == 1)
  }

  @Test("Host, port and served keys make a report, and nothing else does")
  func sameness() throws {
    let one = try report()
    func other(host: String = "api.example.com", port: UInt16 = 443, keys: [UInt8] = [9], pin: UInt8 = 1)
      throws
      -> PinFailureReport
    {
      PinFailureReport(
        host: try HostName(host), port: port, date: clock.date + 5,
        servedKeys: keys.map { Data(repeating: $0, count: 32) }, pins: [Data(repeating: pin, count: 32)],
        mode: .reportOnly)
    }
    #expect(try other(pin: 2).fingerprint == one.fingerprint)
    for different in [
      try other(host: "b.example.com"), try other(port: 8443), try other(keys: [8]), try other(keys: [9, 9]),
      try other(keys: []),
    ] { #expect(different.fingerprint != one.fingerprint) }
    let never = PinFailureReport(
      host: one.host, port: 1, date: Date(timeIntervalSinceReferenceDate: .nan), servedKeys: [], pins: [],
      mode: .enforced)
    #expect(never.date == Date(timeIntervalSince1970: 0))
  }

  @Test("At most 64 reports wait, the newest of them")
  func bounded() async throws {
    var queue = ReportQueue()
    for index in 0..<200 { _ = queue.add(try report(9, host: "h\(index).example"), at: clock.date) }
    #expect(queue.waiting.count == ReportQueue.greatestCount && queue.dropped == 136)
    #expect(queue.waiting.last?.report.host.description == "h199.example")
    #expect(ReportQueue(queue.bytes) == queue)
    for length in stride(from: 0, to: queue.bytes.count, by: 97) {
      #expect(ReportQueue(Array(queue.bytes.prefix(length))) == nil)
    }
  }

  @Test("Large reports, a long memory and a clock that is set back stay within bounds")
  func memory() throws {
    var queue = ReportQueue()
    for index in 0..<64 {
      let report = PinFailureReport(
        host: try HostName("h\(index).example"), port: 443, date: clock.date,
        servedKeys: (0..<16).map { Data(repeating: UInt8($0), count: 32) },
        pins: (0..<64).map { Data(repeating: UInt8($0), count: 32) }, mode: .enforced)
      let isTaken = queue.add(report, at: clock.date)
      #expect(isTaken)
    }
    #expect(queue.waiting.reduce(0) { $0 + $1.report.body.count } <= ReportQueue.greatestSize)
    #expect(queue.waiting.count > 16 && queue.waiting.count < 64)
    for index in 0...ReportQueue.greatestMemory {
      _ = queue.add(try report(host: "m\(index).example"), at: clock.date + Double(index))
    }
    #expect(queue.taken.count == ReportQueue.greatestMemory && ReportQueue(queue.bytes) == queue)
    let text = String(decoding: queue.bytes, as: UTF8.self)
    #expect(ReportQueue(Array(text.replacing("\"taken\":[", with: "\"taken\":[[\"a\",1],").utf8)) == nil)
    var late = ReportQueue()
    _ = late.add(try report(), at: clock.date + 400 * 86_400)
    let isTaken = late.add(try report(), at: clock.date)
    #expect(isTaken, "a moment far in the future silences nothing")
  }

  @Test("Two reporters of one file send every report once")
  func twoProcesses() async throws {
    let (first, second) = (try reporter(), try reporter())
    try await withThrowingTaskGroup { group in
      for byte in 1...10 as ClosedRange<UInt8> {
        let report = try report(byte)
        let policy = policy
        group.addTask { _ = try await (byte % 2 == 0 ? first : second).record(report, under: policy) }
      }
      try await group.waitForAll()
    }
    async let one = first.flush()
    async let two = second.flush()
    let sent = try await (one, two)
    #expect(sent.0 + sent.1 == 10)
    #expect(await Set(collector.bodies).count == 10)
    #expect(await collector.bodies.count == 10)
  }

  @Test("Only mismatched pins of a trusted chain are reported")
  func verdicts() throws {
    let host = try HostName("api.example.com")
    let chain = try #require(TrustedChain(validated: RotationFixtures.chain()))
    let rule = try policy.policy(for: host)
    func verdict(_ outcome: PinVerdict.Outcome, trusted: Bool = true) -> ConnectionVerdict {
      ConnectionVerdict(
        host: host, faults: [], chain: trusted ? chain : nil,
        pins: trusted ? PinVerdict(outcome: outcome) : nil, facts: nil)
    }
    let report = PinFailureReport(verdict(.mismatched([.leaf])), policy: rule, date: clock.date)
    #expect(report?.servedKeys.count == 3 && report?.pins.count == 2)
    #expect(PinFailureReport(verdict(.matched([])), policy: rule, date: clock.date) == nil)
    #expect(PinFailureReport(verdict(.expired(clock.date)), policy: rule, date: clock.date) == nil)
    #expect(PinFailureReport(verdict(.mismatched([]), trusted: false), policy: rule, date: clock.date) == nil)
  }

  @Test(
    "Collectors are hosts with a path and nothing else", arguments: ["", "pins", "/a b", "/?x", "/#", "/\n"])
  func collectors(_ path: String) throws {
    let host = try HostName("reports.example.net")
    #expect(throws: TransportError.malformedURL) { try ReportCollector(host, path: path) }
    #expect(throws: TransportError.malformedURL) { try ReportCollector(host, port: 0) }
    #expect(try ReportCollector(host, port: 8443, path: "/p").url == "https://reports.example.net:8443/p")
  }
}
