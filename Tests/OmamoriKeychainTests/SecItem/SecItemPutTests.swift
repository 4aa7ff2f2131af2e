import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct SecItemPutTests {
  private func run(_ condition: PutCondition, _ outcomes: [SecItemOutcome]) -> (SecItemPut, [SecItemPut.Step])
  {
    var (put, steps) = (SecItemPut(condition), [SecItemPut.Step]())
    for outcome in outcomes {
      steps.append(put.step)
      put.received(outcome)
    }
    return (put, steps)
  }

  @Test(arguments: [
    ([SecItemOutcome.done], false), ([.notFound, .done], true), ([.notFound, .duplicate, .done], false),
    ([.notFound, .duplicate, .notFound, .done], true),
  ])
  func anItemIsUpdatedOrAdded(outcomes: [SecItemOutcome], isAdded: Bool) {
    let (put, steps) = run(.always, outcomes)
    #expect(put.step == .finished(stored: true))
    #expect(put.isAdded == isAdded)
    #expect(steps == outcomes.indices.map { $0.isMultiple(of: 2) ? .update : .add })
  }

  @Test func itGivesUpWhenOthersAreAlwaysFaster() {
    let outcomes = (0..<20).map { $0.isMultiple(of: 2) ? SecItemOutcome.notFound : .duplicate }
    let (put, steps) = run(.always, outcomes)
    #expect(put.step == .contended)
    #expect(steps.filter { $0 == .update }.count == SecItemPut.greatestUpdates)
  }

  @Test func aConditionThatDoesNotHoldStoresNothing() {
    #expect(run(.absent, [.duplicate]).0.step == .finished(stored: false))
    #expect(run(.absent, [.done]).0.step == .finished(stored: true))
    let version = PutCondition.version(SecItemVersion.given(nil))
    #expect(run(version, [.notFound]).0.step == .finished(stored: false))
    #expect(run(version, [.notFound]).1 == [.update])
  }

  @Test(arguments: [SecItemOutcome.interactionNotAllowed, .refused, .failed(.cancelled)])
  func aFailureIsAFailure(outcome: SecItemOutcome) {
    #expect(run(.always, [outcome]).0.step == .failed(outcome))
    #expect(run(.always, [.notFound, outcome]).0.step == .failed(outcome))
  }
}
