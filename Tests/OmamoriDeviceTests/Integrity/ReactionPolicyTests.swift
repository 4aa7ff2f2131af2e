import Foundation
@_spi(Testing) import OmamoriCore
@testable import OmamoriDevice
import Testing

/// When an app reacts, and in which order.
@Suite("Reactions to integrity reports")
struct ReactionPolicyTests {
  private func report(_ signals: IntegritySignal...) -> IntegrityReport {
    IntegrityReport(
      subject: .thisProcess, signals: signals, date: Date(timeIntervalSince1970: 0), took: .zero,
      baselineAge: nil)
  }

  private func traced(_ confidence: IntegrityConfidence) -> IntegritySignal {
    IntegritySignal(.tracer, .detected, confidence: confidence)
  }

  private static let rules = ReactionPolicy([
    .init(atLeast: .high, [.exit, .wipeSession]), .init(atLeast: .medium, of: [.tracer], [.lockKeychain]),
    .init(atLeast: .low, [.log]),
  ])

  @Test("a threat is answered once, again when it grows and again when it comes back")
  func once() {
    var policy = Self.rules
    #expect(policy.handle(report(traced(.low))) == [.log])
    #expect(policy.handle(report(traced(.low))) == [])
    #expect(policy.handle(report(traced(.high))) == [.lockKeychain, .wipeSession, .exit])
    #expect(policy.handle(report(IntegritySignal(.tracer, .error(.unsupported)))) == [])
    #expect(policy.handle(report(traced(.high))) == [], "a check that failed forgets nothing")
    #expect(policy.handle(report(IntegritySignal(.tracer, .clean))) == [])
    #expect(policy.handle(report(traced(.medium))) == [.log, .lockKeychain])
  }

  @Test("facts and failures call for nothing")
  func facts() {
    var policy = Self.rules
    let found = report(
      IntegritySignal(.rootUser, .detected, confidence: .high),
      IntegritySignal(.tracer, .unavailable(.denied)))
    #expect(policy.handle(found) == [])
  }

  @Test("an action that hangs keeps no other one from happening")
  func hangingAction() async {
    let (isLocked, isLogged) = (Protected(false), Protected(false))
    let hang = AsyncStream<Void>.makeStream()
    let checker = IntegrityChecker(FakeProcess(), probes: [TracerProbe()], startTime: nil)
    let integrity = IntegrityGuard(
      checker, policy: ReactionPolicy([.init(atLeast: .low, [.log, .lockKeychain])]),
      actions: [
        .log: { _ in
          for await _ in hang.stream {}
          isLogged.withLock { $0 = true }
        },
        .lockKeychain: { _ in isLocked.withLock { $0 = true } },
      ], patience: .milliseconds(10))
    #expect(await integrity.respond(to: report(traced(.high))) == [.log, .lockKeychain])
    #expect(isLocked.current && !isLogged.current)
    hang.continuation.finish()
  }

  @Test("a guard acts in order and once")
  func acts() async {
    let done = Protected<[String]>([])
    let checker = IntegrityChecker(
      FakeProcess(tracers: [.kernel: 7]), probes: [TracerProbe()], startTime: nil)
    let actions: [IntegrityReaction: IntegrityGuard.Action] = [
      .log: { _ in done.withLock { $0.append("log") } }, .exit: { _ in done.withLock { $0.append("exit") } },
      .wipeSession: { report in
        done.withLock { $0.append("wipe \(report.threats(atLeast: .high).count)") }
      },
    ]
    let integrity = IntegrityGuard(checker, policy: Self.rules, actions: actions)
    let clock = ManualClock()
    let watch = Task { await integrity.run(every: .seconds(1), full: 2, clock: clock) }
    for _ in 0..<3 {
      await clock.untilSleeping()
      clock.advance(by: .seconds(1))
    }
    await clock.untilSleeping()
    watch.cancel()
    await watch.value
    #expect(done.current == ["log", "wipe 1", "exit"])
  }
}
