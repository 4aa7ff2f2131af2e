import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// A log and a collector that has the faults of real ones.
@Suite struct LogDeliveryTests {
  private static let source = ExportSource(application: "test", version: "1")

  private static func delivery(_ log: AuditLog, _ collector: TestCollector) async throws -> LogDelivery {
    var settings = DeliverySettings()
    settings.batchCount = 8
    settings.firstPause = .milliseconds(5)
    settings.longestPause = .milliseconds(20)
    return try await log.delivery(to: collector, from: source, settings: settings)
  }

  private static func texts(_ collector: TestCollector) -> String {
    collector.batches.current.flatMap(\.records).map { String(decoding: $0, as: UTF8.self) }.joined(
      separator: "\n")
  }

  @Test func everythingArrivesInPlainForm() async throws {
    let (fixture, collector) = (try LogFixture(), TestCollector())
    let log = try await fixture.open()
    let delivery = try await Self.delivery(log, collector)
    try await log.append((0..<30).map { .test($0) })
    try await delivery.flush()
    #expect(await delivery.progress.waiting == 0)
    let batches = collector.batches.current
    #expect(batches.allSatisfy { $0.mediaType == ExportFormat.jsonLines.mediaType })
    #expect(batches.flatMap(\.records).count == 31)
    #expect(Self.texts(collector).contains("app.test"))
    try await log.close()
  }

  @Test func aLostAnswerMeansTheSameBatchAgain() async throws {
    let (fixture, collector) = (try LogFixture(), TestCollector())
    let log = try await fixture.open()
    let delivery = try await Self.delivery(log, collector)
    try await log.append((0..<5).map { .test($0) })
    collector.fault.withLock { $0 = .lostAnswer }
    await #expect(throws: AuditLogError.delivery(.unreachable)) { try await delivery.flush() }
    try await log.append((5..<9).map { .test($0) })
    collector.fault.withLock { $0 = nil }
    try await delivery.flush()
    let batches = collector.batches.current
    #expect(batches[0] == batches[1])
    #expect(Set(batches.dropFirst().map(\.identifier)).count == batches.count - 1)
    try await log.close()
  }

  /// After a restart nobody here can read what was not sent: it goes out as it stands in the files, and the auditor reads it.
  @Test func aRestartSendsSealedEntries() async throws {
    let (fixture, collector) = (try LogFixture(), TestCollector())
    let first = try await fixture.open()
    let delivery = try await Self.delivery(first, collector)
    try await first.append((0..<5).map { .test($0) })
    collector.fault.withLock { $0 = .lostAnswer }
    await #expect(throws: AuditLogError.self) { try await delivery.flush() }
    let sent = try #require(collector.batches.current.first)
    try await first.close()
    collector.fault.withLock { $0 = nil }

    let log = try await fixture.open()
    try await Self.delivery(log, collector).flush()
    let batches = collector.batches.current.dropFirst()
    #expect(batches.first?.identifier == sent.identifier)
    #expect(batches.first?.mediaType == LogDelivery.sealedMediaType)
    let entries = batches.filter { $0.mediaType == LogDelivery.sealedMediaType }.flatMap(\.records)
    let header = try SegmentHeader(decoding: try #require(entries.first))
    var opener = try FrameOpener(header, with: fixture.auditor)
    var numbers: [AuditValue] = []
    for entry in entries.dropFirst().prefix(6) {
      let record = try AuditRecord(decoding: opener.open(Frame(decoding: entry)).payload)
      if record.name == "app.test", case .value(let value)? = record.fields.first?.content {
        numbers.append(value)
      }
    }
    #expect(numbers == (0..<5).map { .integer($0) })
    try await log.close()
  }

  @Test func aRecordThatIsRefusedIsSetAsideAndRecorded() async throws {
    let (fixture, collector) = (try LogFixture(), TestCollector())
    let log = try await fixture.open()
    let delivery = try await Self.delivery(log, collector)
    collector.fault.withLock { $0 = .refusing(Array("POISON".utf8)) }
    for number in 0..<20 {
      let text: AuditValue = number == 7 ? "POISON" : "fine"
      try await log.append(AuditEvent.test(number).with("text", .public(text)))
    }
    try await delivery.flush()
    #expect(await delivery.progress.isolated == 1)
    #expect(collector.batches.current.flatMap(\.records).count == 20)
    try await log.close()
    #expect(try await fixture.records().contains { $0.name == "log.delivery-isolated" })
  }

  @Test func aCollectorThatLiesIsAnAlarm() async throws {
    let fixture = try LogFixture()
    let other = try await fixture.open()
    try await other.append((0..<50).map { .test($0) })
    let later = try await other.close()
    // The same log, put back to nothing.
    try FileManager.default.removeItem(atPath: fixture.folder.path)
    let collector = TestCollector()
    let log = try await fixture.open()
    let delivery = try await Self.delivery(log, collector)
    try await log.append(.test(1))
    collector.fault.withLock { $0 = .lying(later.note) }
    try await delivery.flush()
    #expect(await delivery.progress.contradiction == .rolledBack)
    collector.fault.withLock { $0 = .lying(Array("nonsense".utf8)) }
    try await log.append(.test(2))
    try await delivery.flush()
    #expect(await delivery.progress.contradiction == .mismatch)
    try await log.close()
    #expect(try await fixture.records().filter { $0.name == "log.anchor-contradicted" }.count == 2)
  }

  @Test func itFollowsTheLogUntilThatIsClosed() async throws {
    let (fixture, collector) = (try LogFixture(), TestCollector())
    let log = try await fixture.open()
    let delivery = try await Self.delivery(log, collector)
    let task = Task { try await delivery.run() }
    collector.fault.withLock { $0 = .busy }
    try await log.append((0..<20).map { .test($0) })
    try await Task.sleep(for: .milliseconds(50))
    collector.fault.withLock { $0 = nil }
    for _ in 0..<300 where await delivery.progress.waiting > 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await delivery.progress.waiting == 0)
    try await log.close()
    try await task.value
    let cancelled = Task { try await delivery.run() }
    cancelled.cancel()
    _ = await cancelled.result
  }

  /// The queue in memory is small: what does not fit goes out sealed, and nothing is missing.
  @Test func whatNoLongerFitsInMemoryGoesOutSealed() async throws {
    let (fixture, collector) = (try LogFixture(), TestCollector())
    let log = try await fixture.open { $0.greatestPlainQueue = 2000 }
    try await log.append((0..<100).map { .test($0) })
    try await Self.delivery(log, collector).flush()
    let kinds = Set(collector.batches.current.map(\.mediaType))
    #expect(kinds == [LogDelivery.sealedMediaType, ExportFormat.jsonLines.mediaType])
    try await log.close()
  }
}
