import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// A sending chain and what others have of it.
@Suite("Sender key chains")
struct SenderKeyChainTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func pair() throws -> (SenderKeyChain, ReceivingKeyChain) {
    let chain = try SenderKeyChain(randomness: SeededRandomness(seed: 4))
    let distribution = GroupDistribution(
      chain, head: [UInt8](repeating: 1, count: 32), epoch: 3, sender: 2)
    return (chain, ReceivingKeyChain(distribution))
  }

  @Test func keysAreUsedOnceInAnyOrder() throws {
    var (sender, receiver) = try pair()
    let steps = try (0..<50).map { _ in try sender.advance() }
    #expect(Set(steps.map { unsafe $0.key.withUnsafeBytes { unsafe Array($0) } }).count == 50)
    for step in steps.reversed() {
      #expect(try receiver.key(of: step.counter, now: now) == step.key)
      #expect(throws: MessagingError.message(.replayed)) { try receiver.key(of: step.counter, now: now) }
    }
    #expect(receiver.skipped.isEmpty)
  }

  @Test func theSameStepsForAllWhoHaveTheChain() throws {
    var (sender, early) = try pair()
    for _ in 0..<7 { _ = try sender.advance() }
    var late = ReceivingKeyChain(
      GroupDistribution(sender, head: [UInt8](repeating: 1, count: 32), epoch: 3, sender: 2))
    let step = try sender.advance()
    #expect(try early.key(of: step.counter, now: now) == step.key)
    #expect(try late.key(of: step.counter, now: now) == step.key)
    #expect(throws: MessagingError.group(.missingKey)) { try late.key(of: 6, now: now) }
    #expect(throws: MessagingError.message(.replayed)) { try late.key(of: step.counter, now: now) }
  }

  /// A state of a chain that later ones overtook gives the keys of the messages in between, once.
  @Test func anOvertakenStateOpensWhatCameBetween() throws {
    var (sender, _) = try pair()
    func distribution() -> GroupDistribution {
      GroupDistribution(sender, head: [UInt8](repeating: 1, count: 32), epoch: 3, sender: 2)
    }
    let first = distribution()
    let steps = try (0..<5).map { _ in try sender.advance() }
    var receiver = ReceivingKeyChain(distribution())
    try receiver.extend(back: first, now: now)
    for step in steps.reversed() {
      #expect(try receiver.key(of: step.counter, now: now) == step.key)
      #expect(throws: MessagingError.message(.replayed)) { try receiver.key(of: step.counter, now: now) }
    }
    #expect(throws: MessagingError.message(.replayed)) { try receiver.extend(back: first, now: now) }
    let other = try SenderKeyChain(randomness: SystemRandomness())
    let foreign = GroupDistribution(other, head: first.head, epoch: 3, sender: 2)
    #expect(throws: MessagingError.group(.invalid)) { try receiver.extend(back: foreign, now: now) }
    for _ in 0...GroupLimits.jump { _ = try sender.advance() }
    var late = ReceivingKeyChain(distribution())
    #expect(throws: MessagingError.message(.tooFarAhead)) { try late.extend(back: first, now: now) }
  }

  @Test func jumpsAreBounded() throws {
    var (_, receiver) = try pair()
    #expect(throws: MessagingError.message(.tooFarAhead)) {
      try receiver.key(of: UInt32(GroupLimits.jump) + 1, now: now)
    }
    #expect(receiver.counter == 0 && receiver.skipped.isEmpty)
    _ = try receiver.key(of: UInt32(GroupLimits.jump), now: now)
    #expect(receiver.skipped.count == GroupLimits.jump)
    #expect(throws: MessagingError.message(.tooFarAhead)) { try receiver.key(of: .max, now: now) }
  }

  @Test func skippedKeysGrowOld() throws {
    var (_, receiver) = try pair()
    _ = try receiver.key(of: 10, now: now)
    _ = try receiver.key(of: 20, now: now + 86_400)
    receiver.expire(now: now + GroupLimits.skippedAge + 1)
    #expect(receiver.skipped.map(\.counter) == Array(11..<20))
    receiver.evict(4)
    #expect(receiver.skipped.map(\.counter) == Array(15..<20))
  }

  /// The oldest keys of the members who have most of them give way.
  @Test func aGroupKeepsABoundedNumberOfKeys() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    for sender in 0..<2 { _ = try circle.seal(sender, "first") }
    var machine = circle[2]
    let index = try #require(machine.currentIndex)
    for sender: UInt16 in [0, 1] {
      _ = try machine.epochs[index].receiving[sender]?.key(
        of: 1_500, now: now + Double(sender))
    }
    #expect(machine.epochs[index].skippedCount == 3_000)
    machine.bound(now: now + 2)
    #expect(machine.epochs[index].skippedCount == GroupLimits.skippedKeys)
    #expect(machine.epochs[index].receiving[0]?.skipped.first?.counter == 500)
    #expect(machine.epochs[index].receiving[1]?.skipped.first?.counter == 500)
    let again = try GroupMachine(records: machine.records)
    #expect(again.recordBytes == machine.recordBytes)
  }

  /// A member who skips many messages takes no keys of another member's away.
  @Test func keysDoNotGiveWayToWhatOthersSkip() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    for sender in 0..<2 { _ = try circle.seal(sender, "first") }
    var machine = circle[2]
    let index = try #require(machine.currentIndex)
    _ = try machine.epochs[index].receiving[0]?.key(of: 10, now: now)
    for number: UInt32 in [1_500, 3_000] {
      _ = try machine.epochs[index].receiving[1]?.key(of: number, now: now + 1)
    }
    machine.bound(now: now + 2)
    #expect(machine.epochs[index].receiving[0]?.skipped.count == 10)
    #expect(machine.epochs[index].skippedCount == GroupLimits.skippedKeys)
  }
}
