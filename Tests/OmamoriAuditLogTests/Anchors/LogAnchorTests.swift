import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriTPM
import TestSupport
import Testing

@testable import OmamoriAuditLog
@testable import OmamoriAuditLogTPM

/// The rollback that other sealed logs pass, and other histories, with each kind of anchor.
@Suite(.serialized) struct LogAnchorTests {
  /// Writes a log, puts it back to a copy, goes on from there, and gives what the next run finds.
  private func rollBack(_ fixture: LogFixture, _ anchor: any LogAnchor, goesOn: Bool) async throws
    -> [AnchorFault?]
  {
    let log = try await fixture.open(anchors: [anchor])
    for number in 0..<20 { try await log.append(.test(number)) }
    try await log.close()
    #expect(await log.anchorFaults == [nil])
    let copy = try fixture.snapshot()

    let attacked = try await fixture.open(anchors: [anchor])
    #expect(await attacked.anchorFaults == [nil])
    for number in 20..<40 { try await attacked.append(.test(number)) }
    try await attacked.close()
    #expect(await attacked.anchorFaults == [nil])

    try fixture.restore(copy)
    if goesOn {
      // Whoever rolled it back goes on without the anchor, beyond the size that it knows.
      let forged = try await fixture.open()
      for number in 100..<200 { try await forged.append(.test(number)) }
      try await forged.close()
    }
    let found = try await fixture.open(anchors: [anchor])
    let faults = await found.anchorFaults
    try await found.close()
    #expect(try await fixture.records().contains { $0.name == "log.anchor-contradicted" })
    return faults
  }

  @Test(arguments: [false, true])
  func aWitnessFileNoticesARollback(goesOn: Bool) async throws {
    let fixture = try LogFixture()
    let anchor = WitnessFileAnchor(path: fixture.path + "/witness")
    let faults = try await rollBack(fixture, anchor, goesOn: goesOn)
    #expect(faults == [goesOn ? .mismatch : .rolledBack])
    // The witness still knows what it knew, and the verifier says so too.
    let knowledge = try await anchor.knowledge(of: fixture.key())
    let verification = try await fixture.verify(anchors: [try #require(knowledge.checkpoint)])
    guard case .rolledBack = verification.verdict else {
      Issue.record("\(verification.verdict)")
      return
    }
  }

  @Test(arguments: [false, true])
  func aCollectorNoticesARollback(goesOn: Bool) async throws {
    let fixture = try LogFixture()
    let faults = try await rollBack(fixture, CollectorAnchor(TestCollector()), goesOn: goesOn)
    #expect(faults == [goesOn ? .mismatch : .rolledBack])
  }

  @Test(.enabled(if: SoftwareTPM.isThere, "needs swtpm")) func aCounterNoticesARollback() async throws {
    let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil
    for goesOn in isDeep ? [false, true] : [true] {
      let fixture = try LogFixture()
      let tpm = try SoftwareTPM()
      let anchor = try await TPMCounterAnchor(TPM(tpm.device), store: fixture.secrets)
      let faults = try await rollBack(fixture, anchor, goesOn: goesOn)
      #expect(faults == [.rolledBack])
      let counter = try #require(try await anchor.knowledge(of: fixture.key()).counter)
      let verification = try await fixture.verify(counter: counter)
      guard case .rolledBack(_, _, .counter) = verification.verdict else {
        Issue.record("\(verification.verdict)")
        return
      }
    }
  }

  @Test func aLogThatIsGoneIsNoticed() async throws {
    let fixture = try LogFixture()
    let anchor = WitnessFileAnchor(path: fixture.path + "/witness")
    let log = try await fixture.open(anchors: [anchor])
    try await log.append(.test(1))
    try await log.close()
    try FileManager.default.removeItem(atPath: fixture.folder.path)
    let empty = try await fixture.open(anchors: [anchor])
    #expect(await empty.anchorFaults == [.rolledBack])
    try await empty.close()
  }

  @Test func anAnchorThatComesBackIsComparedFirst() async throws {
    let fixture = try LogFixture()
    let collector = TestCollector()
    collector.fault.withLock { $0 = .unreachable }
    let log = try await fixture.open(anchors: [CollectorAnchor(collector)])
    #expect(await log.anchorFaults == [.unreachable])
    try await log.append(.test(1))
    collector.fault.withLock { $0 = nil }
    try await log.checkpoint()
    #expect(await log.anchorFaults == [nil])
    try await log.close()
    #expect(try await fixture.records().contains { $0.name == "log.anchor-failed" })
  }

  @Test func aWitnessRefusesToGoBack() async throws {
    let fixture = try LogFixture()
    let anchor = WitnessFileAnchor(path: fixture.path + "/witness")
    let log = try await fixture.open()
    let first = try await log.checkpoint()
    let second = try await log.checkpoint()
    try await anchor.remember(second, after: nil)
    await #expect(throws: AuditLogError.anchor(.rolledBack)) { try await anchor.remember(first, after: nil) }
    await #expect(throws: AuditLogError.anchor(.rolledBack)) {
      try await anchor.remember(first, after: second)
    }
    try await anchor.remember(second, after: second)
    try Data("else".utf8).write(to: URL(filePath: fixture.path + "/witness"))
    await #expect(throws: AuditLogError.anchor(.mismatch)) { try await anchor.knowledge(of: log.key) }
    let nowhere = WitnessFileAnchor(path: fixture.path + "/nowhere/witness")
    await #expect(throws: AuditLogError.anchor(.unreachable)) { try await nowhere.knowledge(of: log.key) }
    try await log.close()
  }
}
