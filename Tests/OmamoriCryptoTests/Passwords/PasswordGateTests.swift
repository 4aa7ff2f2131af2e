import Foundation
import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite(.timeLimit(.minutes(10))) struct PasswordGateTests {
  /// Counts how many run at the same time.
  private final class Meter: Sendable {
    private let state = Protected((running: 0, most: 0, memory: 0, mostMemory: 0))
    var most: (running: Int, memory: Int) { state.withLock { ($0.most, $0.mostMemory) } }

    func measure(_ memory: Int) {
      state.withLock {
        $0.running += 1
        $0.memory += memory
        $0.most = max($0.most, $0.running)
        $0.mostMemory = max($0.mostMemory, $0.memory)
      }
      Thread.sleep(forTimeInterval: 0.001)
      state.withLock {
        $0.running -= 1
        $0.memory -= memory
      }
    }
  }

  @Test func boundsHowManyRunAndTheirMemory() async throws {
    let (gate, meter) = (PasswordGate(concurrency: 3, memory: 100, waitingLimit: 1000), Meter())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<60 {
        let memory = index % 3 == 0 ? 60 : 30
        group.addTask { try await gate.run(memory: memory) { meter.measure(memory) } }
      }
      try await group.waitForAll()
    }
    #expect(meter.most.running <= 3 && meter.most.running > 0)
    #expect(meter.most.memory <= 100)
    #expect(gate.load == (0, 0))
  }

  @Test func runsOneThatIsLargerThanTheGateAlone() async throws {
    let (gate, meter) = (PasswordGate(concurrency: 4, memory: 10), Meter())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await gate.run(memory: 50) { meter.measure(50) } } }
      try await group.waitForAll()
    }
    #expect(meter.most == (1, 50))
  }

  @Test func theMostMemoryIsThatOfTheGateOrOfTheLargestAlone() async throws {
    let (gate, meter) = (PasswordGate(concurrency: 4, memory: 10), Meter())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        let memory = index % 4 == 0 ? 50 : 3
        group.addTask { try await gate.run(memory: memory) { meter.measure(memory) } }
      }
      try await group.waitForAll()
    }
    #expect(meter.most.memory == 50)
  }

  @Test func theLargestRowThatIsReadIsLargerThanTheSharedGate() throws {
    #expect(PasswordGate.shared.memory == 256 << 10)
    #expect(PasswordCostLimits.standard.memory == 1 << 20)
    let row = "$argon2id$v=19$m=1048576,t=2,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA"
    let small = try PasswordHasher(limits: PasswordCostLimits(memory: 256 << 10))
    #expect(throws: CryptoError.costLimitExceeded) {
      try small.verifyBlocking(Password("pass"), against: row)
    }
  }

  /// Occupies a gate until it is let go.
  private final class Blocker: Sendable {
    private let released = Protected(false)
    private let begun = Protected(false)
    func block() {
      begun.withLock { $0 = true }
      while !released.current { Thread.sleep(forTimeInterval: 0.001) }
    }
    func release() { released.withLock { $0 = true } }
    func waitUntilBegun() async throws {
      while !begun.current { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  @Test func refusesTheNewestWhenTooManyWait() async throws {
    let (gate, blocker) = (PasswordGate(concurrency: 1, memory: 10, waitingLimit: 1), Blocker())
    async let running: Void = gate.run(memory: 1) { blocker.block() }
    try await blocker.waitUntilBegun()
    async let waiting = gate.run(memory: 1) { 7 }
    while gate.load.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    await #expect(throws: CryptoError.overloaded) { try await gate.run(memory: 1) { 8 } }
    blocker.release()
    try await running
    #expect(try await waiting == 7)
  }

  @Test func letsOneThatWaitsBeCancelledAndGoesOn() async throws {
    let (gate, blocker) = (PasswordGate(concurrency: 1, memory: 10), Blocker())
    async let running: Void = gate.run(memory: 1) { blocker.block() }
    try await blocker.waitUntilBegun()
    let waiting = Task { try await gate.run(memory: 1) { 7 } }
    while gate.load.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    waiting.cancel()
    await #expect(throws: CryptoError.cancelled) { try await waiting.value }
    blocker.release()
    try await running
    #expect(try await gate.run(memory: 1) { 9 } == 9)
    #expect(gate.load == (0, 0))
  }

  @Test func aTaskThatIsAlreadyCancelledTakesNoPlace() async {
    let gate = PasswordGate(concurrency: 1, memory: 10)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await gate.run(memory: 1) { 7 }
    }
    task.cancel()
    await #expect(throws: CryptoError.cancelled) { try await task.value }
    #expect(gate.load == (0, 0))
  }
}
