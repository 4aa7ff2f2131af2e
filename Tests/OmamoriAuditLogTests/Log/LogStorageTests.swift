import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// A log on a disk that fails or stands still.
@Suite struct LogStorageTests {
  private static func storage(_ fixture: LogFixture) throws -> FaultyStorage {
    FaultyStorage(try FolderStorage(fixture.folder.path))
  }

  @Test(arguments: [FaultyStorage.Fault.append, .synchronize])
  func nothingIsWrittenAfterAnError(_ fault: FaultyStorage.Fault) async throws {
    let fixture = try LogFixture()
    let storage = try Self.storage(fixture)
    let log = try await fixture.open(on: storage)
    try await log.append(.test(1))
    storage.fault.withLock { $0 = fault }
    await #expect(throws: AuditLogError.storage(.failed(code: 5))) { try await log.append(.test(2)) }
    // The disk works again, but nobody knows what is on it: the log stays as it is.
    storage.fault.withLock { $0 = nil }
    await #expect(throws: AuditLogError.storage(.failed(code: 5))) { try await log.append(.test(3)) }
    await #expect(throws: AuditLogError.storage(.failed(code: 5))) { try await log.checkpoint() }
    await #expect(throws: AuditLogError.storage(.failed(code: 5))) { try await log.close() }

    let again = try await reopened(fixture)
    let checkpoint = try await again.close()
    #expect(try await fixture.verify(anchors: [checkpoint]).verdict == .complete)
    let numbers = try await fixture.numbers()
    #expect(numbers.first == 1 && !numbers.contains(3))
  }

  @Test func whatWasSealedAheadOfAFailedFlushFailsToo() async throws {
    let fixture = try LogFixture()
    let storage = try Self.storage(fixture)
    let log = try await fixture.open(on: storage)
    let filler = AuditField.public(.text(String(repeating: "x", count: 4000)))
    storage.fault.withLock { $0 = .standstill }
    // Each array is enough to be sealed while the one before stands still.
    let arrays = (0..<3).map { array in
      (0..<20).map { AuditEvent.test(array * 20 + $0).with("text", filler) }
    }
    var tasks: [Task<AuditLogError?, Never>] = []
    for events in arrays {
      tasks.append(
        Task {
          do throws(AuditLogError) { _ = try await log.append(events) } catch { return error }
          return nil
        })
      try await Task.sleep(for: .milliseconds(30))
    }
    let before = storage.appends.current
    storage.fault.withLock { $0 = .synchronize }
    for task in tasks { #expect(await task.value == .storage(.failed(code: 5))) }
    // Nothing was written after the batch whose flush failed.
    #expect(storage.appends.current == before)
    await #expect(throws: AuditLogError.storage(.failed(code: 5))) { try await log.append(.test(99)) }
    await #expect(throws: AuditLogError.storage(.failed(code: 5))) { try await log.close() }
    let again = try await reopened(fixture)
    let checkpoint = try await again.close()
    #expect(try await fixture.verify(anchors: [checkpoint]).verdict == .complete)
  }

  @Test func whatIsSealedAheadIsFlushedInItsOrder() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open()
    let filler = AuditField.public(.text(String(repeating: "x", count: 500)))
    try await withThrowingTaskGroup(of: UInt64?.self) { group in
      for caller in 0..<4 {
        group.addTask {
          var last: UInt64?
          for round in 0..<10 {
            let events = (0..<80).map {
              AuditEvent.test(caller * 1000 + round * 80 + $0).with("text", filler)
            }
            let place = try await log.append(events)
            #expect(last ?? 0 < place ?? 0)
            last = place
          }
          return last
        }
      }
      try await group.waitForAll()
    }
    let checkpoint = try await log.close()
    #expect(try await fixture.verify(anchors: [checkpoint]).verdict == .complete)
    let numbers = try await fixture.numbers()
    for caller in 0..<4 {
      let own = numbers.filter { $0 / 1000 == Int64(caller) }
      #expect(own == (0..<800).map { Int64(caller * 1000 + $0) })
    }
  }

  private func reopened(_ fixture: LogFixture) async throws -> AuditLog {
    for _ in 0..<200 {
      do {
        return try await fixture.open()
      } catch AuditLogError.storage(.inUse) {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    return try await fixture.open()
  }

  @Test func oneFlushAnswersEverybodyWhoWaits() async throws {
    let fixture = try LogFixture()
    let storage = try Self.storage(fixture)
    let log = try await fixture.open(on: storage)
    storage.fault.withLock { $0 = .standstill }
    let tasks = (0..<100).map { number in Task { try await log.append(.test(number)) } }
    try await Task.sleep(for: .milliseconds(50))
    let before = storage.flushes.current
    storage.fault.withLock { $0 = nil }
    for task in tasks { _ = try await task.value }
    // One for the batch that stood still, and one or two for all the others.
    #expect(storage.flushes.current - before <= 10)
    try await log.close()
  }

  @Test func tooMuchIsRefusedOrDroppedAndCounted() async throws {
    for policy in [BackPressure.refuse, .dropNewest] {
      let fixture = try LogFixture()
      let storage = try Self.storage(fixture)
      let log = try await fixture.open(on: storage) { settings in
        settings.backPressure = policy
        settings.greatestBacklog = 20_000
      }
      storage.fault.withLock { $0 = .standstill }
      let first = Task { try await log.append(.test(0)) }
      try await Task.sleep(for: .milliseconds(30))
      let tasks = (1...400).map { number in
        Task { () -> Bool in
          do throws(AuditLogError) {
            try await log.append(.test(number))
            return false
          } catch {
            return error == .storage(.overloaded)
          }
        }
      }
      for number in 0..<10 {
        log.events.record(SecurityEvent("test.sink", .device, .notice).with("n", .integer(number)))
      }
      try await Task.sleep(for: .milliseconds(50))
      storage.fault.withLock { $0 = nil }
      _ = try await first.value
      var refused: Int64 = 0
      for task in tasks where await task.value { refused += 1 }
      try await log.close()
      #expect(refused > 0)
      let records = try await fixture.records()
      let dropped = records.filter { $0.name == "log.dropped" }.flatMap(\.fields).reduce(Int64(0)) {
        sum, field in
        if case .value(.integer(let count)) = field.content { sum + count } else { sum }
      }
      let reported = Int64(records.count { $0.name == "test.sink" })
      #expect(dropped == (policy == .refuse ? 0 : refused) + 10 - reported)
    }
  }

  @Test func waitingMakesRoom() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open { $0.greatestBacklog = 0 }
    let filler = AuditField.public(.text(String(repeating: "x", count: 4000)))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { _ = try? await log.append(AuditEvent.test(number).with("t", filler)) }
      }
    }
    try await log.close()
    #expect(Set(try await fixture.records().filter { $0.name == "app.test" }.map(\.fields[0])).count == 200)
  }

  @Test func aLogDoesNotGrowBeyondItsBound() async throws {
    let fixture = try LogFixture()
    let log = try await fixture.open { $0.greatestSize = 100_000 }
    let filler = AuditField.public(.text(String(repeating: "x", count: 4000)))
    await #expect(throws: AuditLogError.storage(.full)) {
      for number in 0..<100 { try await log.append(AuditEvent.test(number).with("t", filler)) }
    }
    let checkpoint = try await log.close()
    #expect(try await fixture.verify(anchors: [checkpoint]).verdict == .complete)
    let size = try FolderStorage(fixture.folder.path).size(LogFolder.name(ofSegment: 0))
    #expect(try #require(size) <= 100_000)
  }
}
