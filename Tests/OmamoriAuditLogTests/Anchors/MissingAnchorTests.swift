import Foundation
import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// A witness that is gone, as someone who shortens a log leaves it.
@Suite struct MissingAnchorTests {
  private let fixture: LogFixture
  private let witness: WitnessFileAnchor

  init() throws {
    fixture = try LogFixture()
    witness = WitnessFileAnchor(path: fixture.path + "/witness")
  }

  private var hasWitness: Bool { FileManager.default.fileExists(atPath: fixture.path + "/witness") }

  /// Opens the log when no child of another test holds its lock any more.
  private func open(accepts: Bool = false, anchors: [any LogAnchor]? = nil) async throws -> AuditLog {
    for _ in 0..<300 {
      do {
        return try await fixture.open(anchors: anchors ?? [witness]) { $0.acceptsMissingAnchor = accepts }
      } catch AuditLogError.storage(.inUse) {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    return try await fixture.open(anchors: anchors ?? [witness]) { $0.acceptsMissingAnchor = accepts }
  }

  /// Opens the log, records an event and closes it.
  private func run(
    _ number: Int, accepts: Bool = false, anchors: [any LogAnchor]? = nil
  ) async throws -> [AnchorFault?] {
    let log = try await open(accepts: accepts, anchors: anchors)
    try await log.append(.test(number))
    try await log.close()
    return await log.anchorFaults
  }

  private func removeWitness() throws {
    try FileManager.default.removeItem(atPath: fixture.path + "/witness")
  }

  private func verdict() async throws -> LogVerdict {
    let known = try await witness.knowledge(of: fixture.key()).checkpoint
    return try await fixture.verify(anchors: [known].compactMap(\.self)).verdict
  }

  private func alarms() async throws -> [AuditRecord] {
    try await fixture.records().filter { $0.name == "log.anchor-missing" }
  }

  @Test func aRemovedWitnessIsNotMadeAnewInSilence() async throws {
    for number in 0..<3 { #expect(try await run(number) == [nil]) }
    #expect(try await verdict() == .complete)
    // The end is cut off, and what knew of it is removed.
    let last = try #require(try fixture.folder.segments().last)
    try FileManager.default.removeItem(atPath: fixture.folder.path(ofSegment: last))
    try removeWitness()
    for number in 3..<5 {
      #expect(try await run(number) == [.missing])
      #expect(!hasWitness)
      #expect(try await verdict() == .openTail(since: 0, lastAnchor: nil))
    }
    let alarms = try await alarms()
    #expect(alarms.count == 2 && alarms.allSatisfy { $0.severity == .critical })
    #expect(alarms.allSatisfy { $0.fields.map(\.name) == ["anchor", "fault"] })
    #expect(try await fixture.numbers() == [0, 1, 3, 4])
  }

  @Test func aWitnessIsBegunAnewWhenThatIsAcceptedAndTheLogSaysSo() async throws {
    #expect(try await run(0) == [nil])
    try removeWitness()
    #expect(try await run(1, accepts: true) == [nil])
    #expect(hasWitness)
    #expect(try await verdict() == .complete)
    let alarms = try await alarms()
    #expect(alarms.count == 1 && alarms[0].fields.contains { $0.name == "accepted" })
    // What is accepted once counts for a witness that is gone and for nothing else.
    #expect(try await run(2, accepts: true) == [nil])
    #expect(try await self.alarms().count == 1)
  }

  @Test func aLogOfWhichNothingIsLeftIsNotTakenForANewOne() async throws {
    #expect(try await run(0) == [nil])
    try FileManager.default.removeItem(atPath: fixture.folder.path)
    try removeWitness()
    #expect(try await run(1) == [.missing])
    #expect(!hasWitness)
  }

  @Test func aWitnessThatIsRemovedWhileTheLogIsWrittenIsMissed() async throws {
    let log = try await open()
    try await log.append(.test(0))
    try await log.checkpoint()
    #expect(await log.anchorFaults == [nil])
    try removeWitness()
    try await log.checkpoint()
    #expect(await log.anchorFaults == [.missing])
    try await log.close()
    #expect(!hasWitness)
    #expect(try await alarms().count == 1)
  }

  @Test(arguments: [false, true]) func aWitnessThatIsPutBackIsComparedAndGoesOn(isLate: Bool) async throws {
    #expect(try await run(0) == [nil])
    let (place, aside) = (fixture.path + "/witness", fixture.path + "/aside")
    if !isLate { try FileManager.default.moveItem(atPath: place, toPath: aside) }
    let log = try await open()
    if isLate { try FileManager.default.moveItem(atPath: place, toPath: aside) }
    try await log.append(.test(1))
    try await log.checkpoint()
    #expect(await log.anchorFaults == [.missing])
    try FileManager.default.moveItem(atPath: aside, toPath: place)
    try await log.checkpoint()
    #expect(await log.anchorFaults == [nil])
    try await log.close()
    #expect(try await verdict() == .complete)
    #expect(try await alarms().count == 1)
  }

  @Test func aCollectorThatKnowsNothingYetIsTold() async throws {
    #expect(try await run(0, anchors: []) == [])
    let collector = TestCollector()
    #expect(try await run(1, anchors: [CollectorAnchor(collector)]) == [nil])
    #expect(try await alarms().isEmpty)
  }
}
