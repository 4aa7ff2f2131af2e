import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// Faults that come together with other things: nobody waits for ever, and nothing is lost without being counted.
@Suite struct LogFaultTests {
  private static let filler = AuditField.public(.text(String(repeating: "x", count: 4000)))

  private static func storage(_ fixture: LogFixture) throws -> FaultyStorage {
    FaultyStorage(try FolderStorage(fixture.folder.path))
  }

  @Test(.timeLimit(.minutes(1))) func aFaultBeforeTheBatchIsWrittenIsAnswered() async throws {
    let fixture = try LogFixture()
    let storage = try Self.storage(fixture)
    let log = try await fixture.open(on: storage) { $0.greatestSize = 1 << 20 }
    try await log.rotate()
    storage.fault.withLock { $0 = .size }
    await #expect(throws: AuditLogError.storage(.failed(code: 5))) { try await log.append(.test(1)) }
    storage.fault.withLock { $0 = nil }
    await #expect(throws: AuditLogError.storage(.failed(code: 5))) { try await log.close() }
  }

  /// A segment that cannot be begun does not answer twice who had an answer already.
  @Test(.timeLimit(.minutes(1))) func aFaultAfterACommandDoesNotRepeatIt() async throws {
    let fixture = try LogFixture()
    let storage = try Self.storage(fixture)
    let log = try await fixture.open(on: storage) { $0.segmentSize = 64 << 10 }
    storage.fault.withLock { $0 = .standstill }
    // Too little for a new segment, and then too little to be sealed before the command comes.
    let events = (0..<20).map { AuditEvent.test($0).with("t", Self.filler) }
    let first = Task { try await log.append(Array(events[..<13])) }
    try await Task.sleep(for: .milliseconds(30))
    let rest = Task { try await log.append(Array(events[13...])) }
    try await Task.sleep(for: .milliseconds(30))
    let command = Task { try await log.checkpoint() }
    try await Task.sleep(for: .milliseconds(30))
    storage.fault.withLock { $0 = .create }
    _ = try await first.value
    _ = try await rest.value
    _ = try await command.value
    await #expect(throws: AuditLogError.storage(.full)) { try await log.close() }
    #expect(await log.statistics.failure == .storage(.full))
    #expect(try await fixture.numbers() == (0..<20).map(Int64.init))
    #expect(try await fixture.records().count == 21)
  }

  @Test func aWriterThatFailedHasNothingToDo() {
    var schedule = LogSchedule(AuditLogSettings(), now: 0)
    schedule.didWrite(records: 20_000, now: 1)
    #expect(schedule.due(now: 1 << 50, size: 1 << 40) == [.rotation])
    schedule.end()
    #expect(schedule.due(now: 1 << 50, size: 1 << 40).isEmpty)
    #expect(schedule.nextTime == .max)
  }

  @Test func whatTheSinkLosesInAFullLogIsCounted() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open { $0.greatestSize = 100_000 }
    await #expect(throws: AuditLogError.storage(.full)) {
      for number in 0..<100 { try await log.append(AuditEvent.test(number).with("t", Self.filler)) }
    }
    let door = await log.setting.door
    for _ in 0..<7 { door.report(AuditEvent("test.sink", .application, .notice).with("t", Self.filler)) }
    let checkpoint = try await log.close()
    let records = try await fixture.records()
    #expect(!records.contains { $0.name == "test.sink" })
    let counts = records.filter { $0.name == "log.dropped" }.flatMap(\.fields).map(\.content)
    #expect(counts == [.value(.integer(7))])
    #expect(try await fixture.verify(anchors: [checkpoint]).verdict == .complete)
  }

  /// What was written is not kept in memory for nobody.
  @Test func littleIsKeptInPlainFormWithoutADelivery() {
    let records = (0..<100).map {
      PlainRecord(sequence: UInt64($0), segment: 0, bytes: [UInt8](repeating: 1, count: 1000))
    }
    let queue = PlainQueue(greatestSize: 1 << 20, end: 0)
    queue.add(records, end: 100)
    #expect(queue.first > 80 && queue.records(in: 99..<100)?.count == 1)
    let asked = PlainQueue(greatestSize: 1 << 20, end: 0)
    asked.beginDelivery()
    asked.add(records, end: 100)
    #expect(asked.records(in: 0..<100)?.count == 100)
  }

  /// Callers who wait all the time do not make the queue grow.
  @Test func whoWaitsForRoomLeavesNothingBehind() throws {
    var queue = EventQueue(greatestBacklog: 2000)
    func offer() {
      let event = QueuedEvent(
        content: .encoded([UInt8](repeating: 1, count: 900)), nanoseconds: 0, waiter: AppendWaiter())
      _ = queue.offer(event, .wait, tick: 0)
    }
    for _ in 0..<10 { offer() }
    var taken = 0
    for _ in 0..<2000 {
      let count = queue.take().events.count
      taken += count
      for _ in 0..<count { offer() }
    }
    #expect(taken > 2000 && !queue.late.isEmpty && queue.late.count < 300)
  }

  /// Closing writes what came before it, also what waits for room.
  @Test(.timeLimit(.minutes(1))) func closingPassesNobodyBy() async throws {
    let fixture = try LogFixture()
    let storage = try Self.storage(fixture)
    let log = try await fixture.open(on: storage) { $0.greatestBacklog = 64 << 10 }
    storage.fault.withLock { $0 = .standstill }
    let first = Task { try await log.append(.test(0)) }
    try await Task.sleep(for: .milliseconds(30))
    let events = (1...100).map { AuditEvent.test($0).with("t", Self.filler) }
    let rest = Task { try await log.append(events) }
    try await Task.sleep(for: .milliseconds(100))
    let end = Task { try await log.close() }
    try await Task.sleep(for: .milliseconds(30))
    storage.fault.withLock { $0 = nil }
    _ = try await first.value
    #expect(try await rest.value != nil)
    let checkpoint = try await end.value
    #expect(try await fixture.numbers() == (0...100).map(Int64.init))
    #expect(try await fixture.verify(anchors: [checkpoint]).verdict == .complete)
  }

  /// The note of another log with the same key does not remove segments of this one.
  @Test func aNoteFromElsewhereRemovesNothing() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open { $0.retention = LogRetention(size: 1) }
    for _ in 0..<4 {
      try await log.append(.test(1))
      try await log.rotate()
    }
    try await log.close()
    let note = try Data(contentsOf: URL(filePath: fixture.folder.path + "/" + LogFolder.prunedName))
    try FileManager.default.removeItem(atPath: fixture.folder.path)
    for number in 0..<3 {
      let run = try await fixture.open()
      try await run.append(.test(number))
      try await run.close()
    }
    try note.write(to: URL(filePath: fixture.folder.path + "/" + LogFolder.prunedName))
    let checkpoint = try await fixture.open().close()
    #expect(try await fixture.numbers() == [0, 1, 2])
    // It is not there by itself, and the verifier says so.
    #expect(try await fixture.verify(anchors: [checkpoint]).verdict == .tamperedNote)
    try FileManager.default.removeItem(atPath: fixture.folder.path + "/" + LogFolder.prunedName)
    #expect(try await fixture.verify(anchors: [checkpoint]).verdict == .complete)
  }

  /// What is no file stands for no segment, and nobody waits for it.
  @Test(.timeLimit(.minutes(1)), arguments: ["pipe", "link", "folder"])
  func aSegmentThatIsNoFileIsTampering(_ kind: String) async throws {
    let fixture = try LogFixture()
    for _ in 0..<2 { try await fixture.open().close() }
    let path = fixture.folder.path(ofSegment: 1)
    try FileManager.default.moveItem(atPath: path, toPath: fixture.path + "/aside")
    switch kind {
    case "pipe": #expect(unsafe mkfifo(path, 0o600) == 0)
    case "link":
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: fixture.path + "/aside")
    default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    #expect(try await fixture.verify().verdict == .tampered(segment: 1, record: nil))
    await #expect(throws: AuditLogError.format(.malformed(offset: 0))) { try await fixture.open() }
  }

  @Test(.timeLimit(.minutes(1))) func aVastTailOfZerosIsNotRead() async throws {
    let fixture = try LogFixture()
    try await fixture.open().close()
    let path = fixture.folder.path(ofSegment: 0)
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    let end = try handle.seekToEnd()
    try handle.truncate(atOffset: 1 << 42)
    try handle.close()
    let found = try fixture.folder.end(verifiedBy: await fixture.key())
    #expect(found?.position.discarded == (1 << 42) - end)
    let verdict = try await fixture.verify().verdict
    #expect(verdict.isTampering, "\(verdict)")
  }

  /// Two who send at the same time send each batch once, and one's answer does not count for the other's batch.
  @Test(.timeLimit(.minutes(1))) func severalMaySendAtOnce() async throws {
    let fixture = try LogFixture()
    let collector = SlowCollector()
    let log = try await fixture.open()
    var settings = DeliverySettings()
    settings.batchCount = 4
    let delivery = try await log.delivery(
      to: collector, from: ExportSource(application: "test", version: "1"), settings: settings)
    try await log.append((0..<40).map { .test($0) })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try? await delivery.flush() } }
    }
    let identifiers = collector.batches.current.map(\.identifier)
    #expect(Set(identifiers).count == identifiers.count)
    #expect(collector.batches.current.flatMap(\.records).count == 41)
    #expect(await delivery.progress.waiting == 0)
    try await log.close()
  }

  /// What says that more was delivered than the log has belongs to a log that was put back: nothing is passed over.
  @Test(arguments: [false, true]) func aCursorBeyondTheLogSkipsNothing(isOnItsWay: Bool) async throws {
    let (fixture, collector) = (try LogFixture(), TestCollector())
    try await fixture.open().close()
    var cursor = DeliveryCursor(next: isOnItsWay ? 1 : 1000)
    if isOnItsWay { cursor.end = 1000 }
    try FolderStorage(fixture.folder.path).replace(LogDelivery.fileName, with: cursor.encoded)
    let log = try await fixture.open()
    let delivery = try await log.delivery(
      to: collector, from: ExportSource(application: "test", version: "1"))
    #expect(await delivery.progress.contradiction == .rolledBack)
    try await log.append(.test(7))
    try await delivery.flush()
    #expect(collector.batches.current.first?.firstRecord == 0)
    #expect(await delivery.progress.waiting == 0)
    try await log.append(.test(8))
    try await delivery.flush()
    let texts = collector.batches.current.flatMap(\.records).map { String(decoding: $0, as: UTF8.self) }
    #expect(texts.contains { $0.contains("app.test") })
    try await log.close()
    #expect(try await fixture.records().contains { $0.name == "log.anchor-contradicted" })
  }

  /// A crash while a subject's keys were written leaves a copy, which is erased, too.
  @Test func erasureLeavesNoCopyOfTheKeys() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    try await log.append(AuditEvent.test(1).with("name", .private("Mika", of: "user-1")))
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        .first { $0.hasPrefix("subject-") })
    let path = fixture.folder.path + "/"
    try FileManager.default.copyItem(atPath: path + name, toPath: path + ".\(name).new")
    #expect(try await log.erase("user-1"))
    let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    #expect(!left.contains { $0.contains("subject-") }, "\(left)")
    #expect(try await !log.erase("user-1"))
    try await log.close()
  }

  @Test func pausesDoNotOverflow() {
    for pause in [Duration.zero, .seconds(-5), .seconds(Int64.max)] {
      var settings = DeliverySettings()
      (settings.firstPause, settings.longestPause) = (pause, .seconds(Int64.max))
      var machine = DeliveryMachine(DeliveryCursor(), settings) { 1 }
      _ = machine.handle(.available(end: 1))
      _ = machine.handle(.saved)
      for _ in 0..<70 {
        guard case .pause(let pause) = machine.handle(.failed(.unreachable)) else {
          Issue.record("no pause after a failure")
          return
        }
        #expect(pause > .zero && pause <= .seconds(31_536_000))
        _ = machine.handle(.waited)
      }
    }
  }
}

/// A collector that takes its time.
private final class SlowCollector: Delivery {
  let batches = Protected<[DeliveryBatch]>([])

  func deliver(_ batch: DeliveryBatch) async throws(DeliveryProblem) -> DeliveryReceipt {
    batches.withLock { $0.append(batch) }
    try? await Task.sleep(for: .milliseconds(5))
    return DeliveryReceipt()
  }
}
