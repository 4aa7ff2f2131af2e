@_spi(Testing) import OmamoriCore
import Testing

@Suite struct ClockTests {
  @Test func standsStillUntilMoved() {
    let clock = ManualClock(date: Date(timeIntervalSince1970: 1_000))
    let start = clock.now
    #expect(clock.date == Date(timeIntervalSince1970: 1_000))
    clock.advance(by: .milliseconds(2_500))
    #expect(start.duration(to: clock.now) == .milliseconds(2_500))
    #expect(clock.date == Date(timeIntervalSince1970: 1_002.5))
    clock.date = Date(timeIntervalSince1970: 0)
    #expect(start.duration(to: clock.now) == .milliseconds(2_500))
  }

  @Test(.timeLimit(.minutes(1))) func wakesSleepersWhenDue() async throws {
    let clock = ManualClock()
    let order = Protected<[Int]>([])
    try await withThrowingTaskGroup { group in
      for seconds in [3, 1, 2] {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          order.withLock { $0.append(seconds) }
        }
      }
      await clock.untilSleeping(3)
      for expected in 1...3 {
        clock.advance(by: .seconds(1))
        try await group.next()
        #expect(order.current == Array(1...expected))
      }
    }
    try await clock.sleep(until: clock.now)
  }

  @Test(.timeLimit(.minutes(1))) func cancellationWakes() async {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.untilSleeping()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    let late = Task {
      // because the task is used inside the closure
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test func systemClockTellsTheTime() {
    let before = Date()
    let shown = SystemWallClock().date
    #expect(before <= shown && shown.timeIntervalSince(before) < 60)
  }
}
