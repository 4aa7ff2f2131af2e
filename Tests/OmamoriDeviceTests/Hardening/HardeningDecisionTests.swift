import OmamoriCore
import Synchronization
import Testing

@testable import OmamoriDevice

/// What a process makes of its system's answers.
@Suite struct HardeningDecisionTests {
  /// A system that answers as a test says.
  private final class ScriptedSystem: HardeningSystem {
    private let inPlace: Mutex<Set<HardeningMeasure>>
    private let answers: [HardeningMeasure: HardeningAnswer]
    /// The measures that hold once they are enacted.
    private let effective: Set<HardeningMeasure>
    private let calls = Mutex<[HardeningMeasure]>([])

    init(
      inPlace: Set<HardeningMeasure> = [], answers: [HardeningMeasure: HardeningAnswer] = [:],
      effective: Set<HardeningMeasure> = Set(HardeningMeasure.allCases)
    ) {
      self.inPlace = Mutex(inPlace)
      (self.answers, self.effective) = (answers, effective)
    }

    var enacted: [HardeningMeasure] { calls.withLock { $0 } }

    func isInPlace(_ measure: HardeningMeasure) -> Bool { inPlace.withLock { $0.contains(measure) } }

    func obstacle(to measure: HardeningMeasure) -> HardeningOutcome.Obstacle? { nil }

    func enact(_ measure: HardeningMeasure) -> HardeningAnswer {
      calls.withLock { $0.append(measure) }
      let answer = answers[measure] ?? .done
      guard answer == .done, effective.contains(measure) else { return answer }
      inPlace.withLock { state in
        state.insert(measure)
        if measure == .denyWriteExecute { state.insert(.filterWriteExecute) }
      }
      return answer
    }
  }

  private func apply(_ system: ScriptedSystem) -> HardeningReport {
    Hardening(HardeningMeasure.allCases, on: system).apply()
  }

  @Test func theFilterIsLeftOutWhereTheKernelRefusesByItself() {
    let system = ScriptedSystem()
    let report = apply(system)
    #expect(report[.denyWriteExecute] == .applied)
    #expect(report[.filterWriteExecute] == .already)
    #expect(!system.enacted.contains(.filterWriteExecute))
    #expect(report.missing.isEmpty)
  }

  @Test func theFilterStandsInForAnOlderKernel() throws {
    let report = apply(ScriptedSystem(answers: [.denyWriteExecute: .absent(.kernel)]))
    #expect(report[.denyWriteExecute] == .unavailable(.kernel))
    #expect(report[.filterWriteExecute] == .applied)
    try report.require([.filterWriteExecute])
    #expect(throws: DeviceError.hardening(.notOffered)) { try report.require([.denyWriteExecute]) }
  }

  @Test func oneRefusalDoesNotKeepTheOthersOut() {
    let report = apply(ScriptedSystem(answers: [.notDumpable: .failed(code: 1)]))
    #expect(report[.notDumpable] == .refused(.system(code: 1)))
    #expect(report[.noCoreFiles] == .applied)
    #expect(report.missing.map(\.measure) == [.notDumpable])
    #expect(throws: DeviceError.hardening(.denied)) { try report.require([.notDumpable]) }
  }

  @Test func whatDoesNotHoldIsNotCalledApplied() {
    let report = apply(ScriptedSystem(effective: []))
    #expect(report.entries.allSatisfy { $0.outcome == .refused(.ineffective) })
  }

  @Test func nothingIsDoneTwice() {
    let system = ScriptedSystem(inPlace: Set(HardeningMeasure.allCases))
    #expect(apply(system).entries.allSatisfy { $0.outcome == .already })
    #expect(system.enacted.isEmpty)
  }

  @Test func whatWasNotAskedForIsNotThere() {
    let report = Hardening([.noCoreFiles], on: ScriptedSystem()).apply()
    #expect(report[.notDumpable] == nil)
    #expect(throws: DeviceError.hardening(.notOffered)) { try report.require([.notDumpable]) }
  }

  #if os(Linux)
  @Test func errorNumbersOfKernelsWithoutAMeasureAreNotRefusals() {
    #expect(ProcessHardening.answer(0) == .done)
    #expect(ProcessHardening.answer(22) == .absent(.kernel))
    #expect(ProcessHardening.answer(38) == .absent(.kernel))
    #expect(ProcessHardening.answer(1) == .failed(code: 1))
    #expect(ProcessHardening.answer(16) == .failed(code: 16))
  }
  #endif
}
