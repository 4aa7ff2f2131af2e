import OmamoriCore
import Testing

@Suite struct ProtectedTests {
  @Test func countsEveryStepOfManyTasks() async {
    let counter = Protected(0)
    await withTaskGroup { group in
      for _ in 0..<20 {
        group.addTask { for _ in 0..<1_000 { counter.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.current == 20_000)
  }

  @Test func unlocksAfterAnError() {
    struct Refusal: Error, Equatable {}
    let box = Protected([1])
    #expect(throws: Refusal()) {
      try box.withLock { state throws(Refusal) in
        state.append(2)
        throw Refusal()
      }
    }
    #expect(box.current == [1, 2])
  }

  @Test func holdsStateThatCannotBeCopied() {
    let box = Protected(SecretBytes(copying: [1, 2, 3]))
    box.withLock { secret in secret.withMutableBytes { $0.storeBytes(of: 7, as: UInt8.self) } }
    let isChanged = box.withLock { $0.isEqual(to: SecretBytes(copying: [7, 2, 3])) }
    #expect(isChanged)
  }
}
