import Testing

@testable import OmamoriCore

@Suite struct SecretBytesTests {
  /// The bytes of a secret, to compare with.
  private func array(_ secret: borrowing SecretBytes) -> [UInt8] {
    // because the copy is made inside the closure
    secret.withBytes { span in unsafe span.withUnsafeBytes { unsafe Array($0) } }
  }

  @Test(arguments: [0, 1, 15, 31, 32, 33, 64, 65, 128, 129, 512, 513, 4095, 4096, 4097, 16_384, 100_000])
  func keepsBytesOfEverySize(_ count: Int) {
    let source = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
    let secret = SecretBytes(copying: source)
    let (found, isEmpty, capacity) = (secret.count, secret.isEmpty, secret.slot.capacity)
    #expect(found == count)
    #expect(isEmpty == (count == 0))
    let bytes = array(secret)
    #expect(bytes == source)
    let fromData = array(SecretBytes(copying: Data(source)))
    #expect(fromData == source)
    #expect(capacity >= count)
  }

  @Test func beginsWithZerosAndTreatsNegativeCountsAsNone() {
    let secret = SecretBytes(count: 48) { _ in }
    let bytes = array(secret)
    #expect(bytes == Array(repeating: 0, count: 48))
    var offered = -1
    let count = SecretBytes(count: -1) { offered = $0.byteCount }.count
    #expect(offered == 0)
    #expect(count == 0)
  }

  @Test(arguments: [1, 32, 33, 4096])
  func wipesASlotThatIsGivenBack(_ count: Int) {
    let arena = SecretArena()
    let slot = arena.take(count)
    // because the slot has room for count bytes and the private arena keeps its pages mapped
    let memory = unsafe UnsafeMutableRawBufferPointer(start: slot.base, count: count)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
    #expect(unsafe memory.allSatisfy { $0 == 0xA5 })
    #expect(slot.canary != 0)
    arena.giveBack(slot, used: count)
    #expect(unsafe memory.allSatisfy { $0 == 0 })
    #expect(slot.canary == 0)
  }

  @Test func wipesWhenTheOwnerIsGone() {
    // A size class of its own in this suite; the arena hands the latest slot out again, so the address says whether
    // another test came in between.
    for _ in 0..<100 {
      let slot = slotOfAShortLivedSecret()
      let next = SecretArena.shared.take(slot.capacity)
      defer { SecretArena.shared.giveBack(next, used: 0) }
      guard UInt(bitPattern: unsafe next.base) == UInt(bitPattern: unsafe slot.base) else { continue }
      // because next owns the slot now
      #expect(unsafe UnsafeRawBufferPointer(start: next.base, count: next.capacity).allSatisfy { $0 == 0 })
      return
    }
    Issue.record("the slot was never handed out again")
  }

  private func slotOfAShortLivedSecret() -> SecretSlot {
    let secret = SecretBytes(copying: Array(repeating: 0xA5, count: 2048))
    return secret.slot
  }

  @Test func passesOnTheErrorOfItsClosure() {
    struct Refusal: Error, Equatable { let code: Int }
    #expect(throws: Refusal(code: 7)) {
      _ = try SecretBytes(count: 32) { bytes throws(Refusal) in
        bytes.storeBytes(of: 0xFF, as: UInt8.self)
        throw Refusal(code: 7)
      }
    }
  }

  @Test func changesInPlace() {
    var secret = SecretBytes(copying: [1, 2, 3, 4])
    let old = secret.withMutableBytes { bytes in
      let old = bytes.unsafeLoadFirst()
      bytes.storeBytes(of: 9, as: UInt8.self)
      return old
    }
    #expect(old == 1)
    let bytes = array(secret)
    #expect(bytes == [9, 2, 3, 4])
  }

  @Test func copiesAreIndependentAndEqual() {
    var first = SecretBytes(copying: [1, 2, 3])
    let second = first.copy()
    let wereEqual = first.isEqual(to: second)
    #expect(wereEqual)
    first.withMutableBytes { $0.storeBytes(of: 0, as: UInt8.self) }
    let areEqual = first.isEqual(to: second)
    #expect(!areEqual)
    let bytes = array(second)
    #expect(bytes == [1, 2, 3])
    let (isItself, isShorter) = (
      second.isEqual(to: second.bytes), second.isEqual(to: SecretBytes(copying: [1, 2]))
    )
    #expect(isItself)
    #expect(!isShorter)
  }

  @Test func randomSecretsDiffer() throws {
    let first = try SecretBytes(randomCount: 32)
    let second = try SecretBytes(randomCount: 32)
    let areEqual = first.isEqual(to: second)
    #expect(!areEqual)
  }

  @Test func reusesSlotsAndKeepsThemApart() {
    let arena = SecretArena()
    var slots = (0..<1_000).map { arena.take(17 + $0 % 100) }
    let addresses = Set(slots.map { slot in UInt(bitPattern: unsafe slot.base) })
    #expect(addresses.count == slots.count)
    let last = slots.removeLast()
    arena.giveBack(last, used: 100)
    let next = arena.take(100)
    #expect(UInt(bitPattern: unsafe next.base) == UInt(bitPattern: unsafe last.base))
    arena.giveBack(next, used: 100)
    for slot in slots { arena.giveBack(slot, used: slot.capacity) }
  }

  @Test func servesManyTasksAtOnce() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          for round in 0..<500 {
            let mark = UInt8(truncatingIfNeeded: task &* 16 &+ round)
            let secret = SecretBytes(copying: Array(repeating: mark, count: 1 + (round * 37) % 300))
            let other = secret.copy()
            let intact = secret.withBytes { span in
              // because the buffer is read inside the closure
              unsafe span.withUnsafeBytes { unsafe $0.allSatisfy { $0 == mark } }
            }
            guard intact, other.isEqual(to: secret) else { return false }
          }
          return true
        }
      }
      for await isIntact in group { #expect(isIntact) }
    }
  }
}

extension MutableRawSpan {
  /// The first byte.
  fileprivate func unsafeLoadFirst() -> UInt8 {
    // because the tests call it for spans that are not empty
    unsafe unsafeLoad(as: UInt8.self)
  }
}
