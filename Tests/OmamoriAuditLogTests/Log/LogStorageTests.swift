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
