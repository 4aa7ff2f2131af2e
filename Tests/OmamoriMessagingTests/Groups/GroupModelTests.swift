import Foundation
import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// Groups over a network that loses, repeats and reorders, with members who come, go and act at the same time.
@Suite("Group model")
struct GroupModelTests {
  private static let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil

  @Test(arguments: (isDeep ? Array(1...24) : [2, 3, 5]).map { UInt64($0) })
  func onlyMembersReadAndAllAgree(seed: UInt64) throws {
    var world = try GroupWorld(seed: seed, people: Self.isDeep ? 7 : 5)
    for _ in 0..<(Self.isDeep ? 800 : 200) { try world.step() }
    #expect(world.faults == [], "seed \(seed)")
    try world.settle()
    #expect(world.faults == [], "seed \(seed)")
    let agree = world.hasConverged
    #expect(agree, "seed \(seed): \(world.report)")
    #expect(try world.everybodyReads(), "seed \(seed)")
    #expect(world.faults == [], "seed \(seed)")
    if Self.isDeep { print("seed \(seed):", world.counts.sorted { $0.key < $1.key }) }
    for what in ["change", "superseded", "message", "opened", "not opened", "lost", "refused content"] {
      #expect(world.counts[what, default: 0] > 0, "seed \(seed): \(what)")
    }
  }
}
