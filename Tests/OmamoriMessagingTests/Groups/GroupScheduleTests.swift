import Foundation
import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// Accounts whose stores fail at every step, over a network that loses, repeats and reorders.
@Suite("Group schedules")
struct GroupScheduleTests {
  private static let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil

  @Test(arguments: (isDeep ? 1...300 : 1...6).map { UInt64($0) })
  func allMembersReadAllThatIsSaidInTheEnd(seed: UInt64) async throws {
    var schedule = try await GroupSchedule(seed: seed, people: 5)
    for _ in 0..<60 { try await schedule.step() }
    try await schedule.settle()
    #expect(schedule.faults == [], "seed \(seed)")
    let disagreement = try await schedule.disagreement()
    #expect(disagreement == nil, "seed \(seed)")
    let unread = try await schedule.unreadLastWords()
    #expect(unread == [], "seed \(seed)")
    #expect(schedule.faults == [], "seed \(seed)")
    let isAlone = try await schedule.memberCount() < 2
    #expect(schedule.crashCount > 0 && (schedule.openedCount > 0 || isAlone), "seed \(seed)")
  }
}
