import OmamoriCore
import Testing

@testable import OmamoriAuditLog

@Suite struct DeliveryMachineTests {
  private static func machine(_ cursor: DeliveryCursor = DeliveryCursor(), batch: Int = 10) -> DeliveryMachine
  {
    var settings = DeliverySettings()
    settings.batchCount = batch
    settings.firstPause = .seconds(1)
    settings.longestPause = .seconds(60)
    return DeliveryMachine(cursor, settings) { 1 }
  }

  @Test func aBatchIsSavedThenSentThenAcknowledged() {
    var machine = Self.machine()
    guard case .save(let first) = machine.handle(.available(end: 25)) else { return #expect(Bool(false)) }
    #expect(first.next == 0 && first.end == 10)
    #expect(machine.handle(.saved) == .send(0..<10))
    guard case .save(let second) = machine.handle(.delivered) else { return #expect(Bool(false)) }
    #expect(second.next == 10 && second.end == 0)
    _ = machine.handle(.saved)
    #expect(machine.handle(.saved) == .send(10..<20))
  }

  @Test func aRestartSendsTheSameBatchAgain() {
    var cursor = DeliveryCursor(next: 10)
    cursor.end = 17
    var machine = Self.machine(cursor)
    #expect(machine.handle(.available(end: 100)) == .send(10..<17))
  }

  @Test func pausesGrowAndHeedWhatIsAsked() {
    var machine = Self.machine()
    _ = machine.handle(.available(end: 5))
    _ = machine.handle(.saved)
    var pauses: [Duration] = []
    for _ in 0..<8 {
      guard case .pause(let pause) = machine.handle(.failed(.unreachable)) else {
        return #expect(Bool(false))
      }
      pauses.append(pause)
      #expect(machine.handle(.waited) == .send(0..<5))
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    #expect(machine.handle(.failed(.busy(retryAfter: .seconds(3600)))) == .pause(.seconds(60)))
    _ = machine.handle(.waited)
    _ = machine.handle(.delivered)
    _ = machine.handle(.available(end: 9))
    _ = machine.handle(.saved)
    #expect(machine.handle(.failed(.busy(retryAfter: .seconds(7)))) == .pause(.seconds(7)))
  }

  /// One record that the collector never takes is found by halving, and all others arrive exactly once.
  @Test(arguments: [0, 1, 4, 8, 9, 15, 16])
  func aPoisonousRecordIsSetAside(_ poison: UInt64) {
    var machine = Self.machine(batch: 16)
    var arrived: [UInt64] = []
    var action = machine.handle(.available(end: 17))
    var steps = 0
    while action != .sleep, steps < 200 {
      steps += 1
      switch action {
      case .save: action = machine.handle(.saved)
      case .send(let range) where range.contains(poison): action = machine.handle(.failed(.rejected))
      case .send(let range):
        arrived += range
        action = machine.handle(.delivered)
      default: return #expect(Bool(false))
      }
    }
    #expect(arrived == (0..<17).filter { $0 != poison })
    #expect(machine.cursor.isolated == 1 && machine.cursor.lastIsolated == poison)
    #expect(steps < 40)
  }

  @Test func theCursorComesBackFromItsForm() throws {
    var cursor = DeliveryCursor(next: 7)
    (cursor.end, cursor.refusedEnd, cursor.isolated, cursor.lastIsolated) = (9, 12, 3, 5)
    #expect(try DeliveryCursor(decoding: cursor.encoded) == cursor)
    let bytes = cursor.encoded
    #expect(bytes.count == DeliveryCursor.byteCount)
    for count in 0..<bytes.count {
      #expect(throws: AuditLogError.self) { try DeliveryCursor(decoding: Array(bytes[..<count])) }
    }
    #expect(throws: AuditLogError.self) { try DeliveryCursor(decoding: bytes + [0]) }
  }
}
