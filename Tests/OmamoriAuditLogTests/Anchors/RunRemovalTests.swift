import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

/// Whole runs and segments that are removed, and counters that are: no ending of a log is taken for another one.
@Suite struct RunRemovalTests {
  /// Opens the log when the run before has ended.
  private func open(_ fixture: LogFixture, _ anchor: any LogAnchor) async throws -> AuditLog {
    for _ in 0..<300 {
      do {
        return try await fixture.open(anchors: [anchor])
      } catch AuditLogError.storage(.inUse) {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    return try await fixture.open(anchors: [anchor])
  }

  /// A closed run, and one that ends as when the machine goes down.
  private func runs(_ fixture: LogFixture, _ anchor: any LogAnchor) async throws {
    let first = try await open(fixture, anchor)
    try await first.append(.test(1))
    try await first.close()
    #expect(await first.anchorFaults == [nil])
    let second = try await open(fixture, anchor)
    #expect(await second.anchorFaults == [nil])
    try await second.append(.test(2))
  }

  private func removeLast(_ fixture: LogFixture) async throws {
    // The run that nobody holds any more gives the lock back.
    for _ in 0..<300 {
      if let lock = try? FolderStorage(fixture.folder.path).lock() {
        lock.close()
        break
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    let last = try #require(try fixture.folder.segments().last)
    try FileManager.default.removeItem(atPath: fixture.folder.path(ofSegment: last))
  }

  @Test func aRunThatIsRemovedIsMissedByAWitness() async throws {
    let fixture = try LogFixture()
    let anchor = WitnessFileAnchor(path: fixture.path + "/witness")
    try await runs(fixture, anchor)
    try await removeLast(fixture)
    let known = try #require(try await anchor.knowledge(of: fixture.key()).checkpoint)
    let verdict = try await fixture.verify(anchors: [known]).verdict
    #expect(verdict == .rolledBack(have: known.size - 2, anchor: known.size, by: .checkpoint), "\(verdict)")
    let next = try await open(fixture, anchor)
    #expect(await next.anchorFaults == [.rolledBack])
    try await next.close()
  }

  @Test func aRunThatIsRemovedIsMissedByACounter() async throws {
    let (fixture, anchor) = (try LogFixture(), TestCounter())
    try await runs(fixture, anchor)
    try await removeLast(fixture)
    let verdict = try await fixture.verify(counter: anchor.value).verdict
    #expect(verdict == .rolledBack(have: anchor.value - 1, anchor: anchor.value, by: .counter), "\(verdict)")
    let next = try await open(fixture, anchor)
    #expect(await next.anchorFaults == [.rolledBack])
    try await next.close()
  }

  @Test(arguments: [false, true]) func aSegmentAfterARotationIsMissed(isCounted: Bool) async throws {
    let fixture = try LogFixture()
    let (counter, witness) = (TestCounter(), WitnessFileAnchor(path: fixture.path + "/witness"))
    let log = try await open(fixture, isCounted ? counter : witness)
    try await log.append(.test(1))
    try await log.rotate()
    let begun = try #require(try fixture.folder.segments().last)
    let first = try fixture.folder.header(ofSegment: begun).position.tree.count
    var isTold = false
    for _ in 0..<300 where !isTold {
      let known = try await witness.knowledge(of: fixture.key()).checkpoint?.size ?? 0
      isTold = isCounted ? counter.value == 43 : known > first
      if !isTold { try await Task.sleep(for: .milliseconds(10)) }
    }
    #expect(isTold)
    try FileManager.default.removeItem(atPath: fixture.folder.path(ofSegment: begun))
    let anchors = try await [witness.knowledge(of: fixture.key()).checkpoint].compactMap(\.self)
    let verdict = try await fixture.verify(anchors: anchors, counter: isCounted ? counter.value : nil).verdict
    guard case .rolledBack = verdict else {
      Issue.record("\(verdict)")
      return
    }
    _ = try? await log.close()
  }

  /// A count that failed is made up for before the next run takes a number of its own.
  @Test func twoRunsDoNotShareANumber() async throws {
    let (fixture, anchor) = (try LogFixture(), TestCounter())
    let first = try await open(fixture, anchor)
    try await first.append(.test(1))
    anchor.set(reachable: false)
    try await first.close()
    anchor.set(reachable: true)
    let second = try await open(fixture, anchor)
    try await second.append(.test(2))
    #expect(await second.anchorFaults == [nil])
    try await second.close()
    #expect(try await fixture.verify(counter: anchor.value).verdict == .complete)
    try await removeLast(fixture)
    #expect(try await fixture.verify(counter: anchor.value).verdict.isTampering)
  }

  /// The close of a segment that another one followed has no number, so it is not the end that the counter knows.
  @Test func aCloseWithoutANumberIsNotTheEnd() throws {
    let log = try WrittenLog()
    let date = Date(timeIntervalSince1970: 1)
    var sealer = try FrameSealer(
      beginningAt: .beginning, on: date, for: [log.auditor.key], signedBy: log.identity)
    var bytes = sealer.header.encoded
    bytes += try sealer.seal(.event, [1], on: date)
    bytes += try sealer.sealCheckpoint(on: date, counter: 5).bytes
    bytes += try sealer.sealClose(on: date).bytes
    try log.write(bytes, to: 0)
    #expect(try log.verdict(anchored: false, counter: 5) == .openTail(since: 2, lastAnchor: 2))
    let other = try WrittenLog()
    try other.segment([.event(5), .checkpoint, .close], counter: 5)
    #expect(try other.verdict(anchored: false, counter: 5) == .complete)
  }

  /// Removing the counter does not make a log look right that was put back.
  @Test func aCounterThatWasRemovedIsNoticed() async throws {
    let (fixture, anchor) = (try LogFixture(), TestCounter())
    try await open(fixture, anchor).close()
    let copy = try fixture.snapshot()
    let log = try await open(fixture, anchor)
    try await log.append(.test(1))
    try await log.close()
    try fixture.restore(copy)
    anchor.remove()
    let found = try await open(fixture, anchor)
    #expect(await found.anchorFaults == [.mismatch])
    try await found.close()
    #expect(try await fixture.records().contains { $0.name == "log.anchor-contradicted" })
  }

  /// A counter that could not be asked at first counts as soon as it can be.
  @Test func aCounterThatComesBackCounts() async throws {
    let (fixture, anchor) = (try LogFixture(), TestCounter())
    try await open(fixture, anchor).close()
    anchor.set(reachable: false)
    let log = try await open(fixture, anchor)
    #expect(await log.anchorFaults == [.unreachable])
    anchor.set(reachable: true)
    try await log.append(.test(1))
    try await log.checkpoint()
    let before = anchor.value
    try await log.checkpoint()
    #expect(anchor.value == before + 1)
    try await log.close()
    #expect(anchor.value == before + 2)
    #expect(try await fixture.verify(counter: anchor.value).verdict == .complete)
  }

  /// A collector that answers a batch that it had before like the first time is asked anew each time.
  @Test func aCollectorThatRemembersItsAnswersNoticesARollback() async throws {
    let fixture = try LogFixture()
    let anchor = CollectorAnchor(RememberingCollector())
    try await open(fixture, anchor).close()
    let copy = try fixture.snapshot()
    let log = try await open(fixture, anchor)
    try await log.append(.test(1))
    try await log.close()
    try fixture.restore(copy)
    let found = try await open(fixture, anchor)
    #expect(await found.anchorFaults == [.rolledBack])
    try await found.close()
  }
}

/// A collector that keeps its answer to each batch, as collectors of a log do.
private final class RememberingCollector: Delivery {
  private let collector = TestCollector()
  private let answers = Protected<[String: DeliveryReceipt]>([:])

  func deliver(_ batch: DeliveryBatch) async throws(DeliveryProblem) -> DeliveryReceipt {
    if let known = answers.withLock({ $0[batch.identifier] }) { return known }
    let answer = try await collector.deliver(batch)
    answers.withLock { $0[batch.identifier] = answer }
    return answer
  }
}
