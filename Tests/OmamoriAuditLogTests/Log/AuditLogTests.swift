import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

@Suite struct AuditLogTests {
  @Test func whatIsAppendedIsThereAndVerifies() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    let first = try await log.append(.test(1))
    let second = try await log.append(.sessionExpired, ["reason": .public("idle")])
    #expect(second > first)
    let checkpoint = try await log.close()
    let records = try await fixture.records()
    #expect(records.map(\.name) == ["log.opened", "app.test", "session.expired"])
    #expect(records[1].fields == [.init("n", .value(.integer(1)))])
    #expect(records[0].fields.contains { $0.name == "system" })
    #expect(records[2].elapsed >= records[1].elapsed)
    #expect(try await fixture.verify(anchors: [checkpoint]).verdict == .complete)
    guard case .openTail = try await fixture.verify().verdict else {
      Issue.record("without an anchor nobody can say that nothing was cut off")
      return
    }
  }

  @Test func aLogGoesOnInTheNextRun() async throws {
    let fixture = try LogFixture()
    var checkpoint: Checkpoint?
    for number in 0..<3 {
      let log = try await fixture.open()
      try await log.append(.test(number))
      checkpoint = try await log.close()
    }
    #expect(try await fixture.numbers() == [0, 1, 2])
    let found = try await fixture.verify(anchors: [try #require(checkpoint)])
    #expect(found.verdict == .complete && found.segments == 3 && found.unclosedSegments == 0)
  }

  @Test func manyWritersShareFlushes() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<400 {
        group.addTask { _ = try? await log.append(.test(number)) }
      }
    }
    let statistics = await log.statistics
    #expect(statistics.events == 401)
    #expect(statistics.flushes < 300)
    try await log.close()
    #expect(try await fixture.numbers().sorted() == (0..<400).map(Int64.init))
  }

  @Test func eventsTogetherStandTogether() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    let last = try #require(try await log.append((0..<1000).map { .test($0) }))
    #expect(last >= 1000)
    #expect(try await log.append([AuditEvent]()) == nil)
    try await log.close()
    #expect(try await fixture.numbers() == (0..<1000).map(Int64.init))
  }

  @Test func aClosedLogTakesNothing() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    try await log.close()
    await #expect(throws: AuditLogError.storage(.closed)) { try await log.append(.test(1)) }
    await #expect(throws: AuditLogError.storage(.closed)) { try await log.close() }
    await #expect(throws: AuditLogError.storage(.closed)) { try await log.checkpoint() }
    log.events.record(SecurityEvent("test", .device, .notice))
  }

  @Test func twoWritersOfOneProcessExcludeEachOther() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    await #expect(throws: AuditLogError.storage(.inUse)) { try await fixture.open() }
    try await log.close()
    try await fixture.open().close()
  }

  @Test func aLogThatWasNotClosedIsRecovered() async throws {
    let fixture = try LogFixture()
    do {
      let log = try await fixture.open()
      try await log.append(.test(1))
    }
    // The thread of the log that nobody holds any more ends by itself.
    var reopened: AuditLog?
    for _ in 0..<200 where reopened == nil {
      reopened = try? await fixture.open()
      if reopened == nil { try await Task.sleep(for: .milliseconds(10)) }
    }
    let log = try #require(reopened)
    let checkpoint = try await log.close()
    #expect(try await fixture.records().map(\.name).contains("log.recovered"))
    let found = try await fixture.verify(anchors: [checkpoint])
    #expect(found.verdict == .complete && found.unclosedSegments == 1)
  }

  @Test func anotherStoreIsNotTakenForThisLogs() async throws {
    let fixture = try LogFixture()
    try await fixture.open().close()
    await #expect(throws: AuditLogError.key(.wrongKey)) {
      try await AuditLog.open(
        in: fixture.folder.path, auditor: fixture.auditor.key, secrets: InMemorySecretStore())
    }
    fixture.secrets.problem = .locked
    await #expect(throws: AuditLogError.core(.secretStore(.locked))) { try await fixture.open() }
    fixture.secrets.problem = nil
    try await fixture.open().close()
  }

  @Test func aClockThatGoesBackIsRecorded() async throws {
    let fixture = try LogFixture()
    let clock = ManualClock()
    let log = try await fixture.open(clock: clock)
    try await log.append(.test(1))
    clock.date -= 3600
    try await log.append(.test(2))
    let checkpoint = try await log.close()
    let records = try await fixture.records()
    #expect(records.map(\.name) == ["log.opened", "app.test", "log.clock-back", "app.test"])
    #expect(records[2].fields == [.init("seconds", .value(.integer(3600)))])
    #expect(records[3].elapsed >= records[1].elapsed)
    #expect(try await fixture.verify(anchors: [checkpoint]).clockSetBack.count == 1)
  }

  @Test func theSinkReportsWithoutWaiting() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    log.events.record(
      SecurityEvent("transport.pin.mismatch", .transport, .critical).with("host", .publicName("example.com")))
    log.events.record(SecurityEvent("NOT A NAME", .device, .notice))
    try await log.close()
    let records = try await fixture.records()
    #expect(records.map(\.name) == ["log.opened", "transport.pin.mismatch", "log.refused"])
    #expect(records[1].fields == [.init("host", .value("example.com"))])
    #expect(records[1].category == .transport && records[1].severity == .critical)
  }

  @Test func cancellingTakesAnEventBackOrRecordsIt() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    let tasks = (0..<200).map { number in
      Task { () -> Int? in
        do { try await log.append(.test(number)) } catch { return nil }
        return number
      }
    }
    for task in tasks { task.cancel() }
    var acknowledged: [Int64] = []
    for task in tasks { if let number = await task.value { acknowledged.append(Int64(number)) } }
    try await log.close()
    let numbers = try await fixture.numbers()
    #expect(Set(acknowledged).isSubset(of: numbers) && Set(numbers).count == numbers.count)
  }

  @Test func segmentsEndBySizeAndOldOnesGo() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open { settings in
      settings.segmentSize = 64 << 10
      settings.retention = LogRetention(size: 200 << 10)
    }
    let filler = String(repeating: "x", count: 2000)
    for number in 0..<60 {
      try await log.append(
        (0..<5).map { AuditEvent.test(number * 5 + $0).with("text", .public(.text(filler))) })
    }
    let checkpoint = try await log.close()
    let segments = try fixture.folder.segments()
    #expect(segments.count > 1 && segments.first != 0)
    let found = try await fixture.verify(anchors: [checkpoint])
    #expect(found.verdict == .complete && found.prunedSegments > 3)
    #expect(try await fixture.numbers().last == 299)
    #expect(try await fixture.records().contains { $0.name == "log.pruned" })
  }

  @Test func silenceHasHeartbeats() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open { $0.heartbeat = .seconds(1) }
    try await log.append(.test(1))
    let before = await log.statistics.size
    for _ in 0..<300 where await log.statistics.size == before {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await log.statistics.size > before)
    try await log.close()
    var reader = try LogReader(fixture.folder, key: log.key, identity: fixture.auditor)
    var kinds: [FrameKind] = []
    while let frame = try reader.readNext() { kinds.append(frame.kind) }
    #expect(kinds.contains(.heartbeat) && kinds.last == .close)
  }

  @Test func theMachineReadsBackOnlyWhenAsked() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open { $0.localReading = .keychainKey }
    try await log.append(.test(1))
    try await log.close()
    guard let secret = try await fixture.secrets.secret(named: "audit-log.reading") else {
      Issue.record("there is no key for local reading")
      return
    }
    let local = try AuditorIdentity(rawRepresentation: secret)
    var reader = try LogReader(fixture.folder, key: log.key, identity: local)
    #expect(try reader.readNext()?.kind == .event)

    let other = try LogFixture()
    try await other.open().close()
    let isKept = try await other.secrets.remove(named: "audit-log.reading")
    #expect(!isKept)
  }
}
