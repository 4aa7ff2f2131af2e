import Foundation
@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuth

/// The rules of a session under schedules of processes that are interrupted, killed and started again anywhere.
///
/// `OMAMORI_SEED` chooses other schedules, `OMAMORI_DEEP` more of them.
@Suite struct SessionModelTests {
  private static let count = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == nil ? 600 : 60_000
  private static let seed =
    ProcessInfo.processInfo.environment["OMAMORI_SEED"].flatMap(UInt64.init)
    ?? UInt64.random(in: 0...UInt64.max / 2)

  /// One schedule; gives the world at its end, when everything has come to rest.
  private static func run(_ seed: UInt64, hasGrace: Bool, withLogouts: Bool) throws -> (ModelWorld, [UInt64])
  {
    let count = 1 + Int(seed % 4)
    var world = try ModelWorld(seed: seed, count: count, hasGrace: hasGrace, canRevoke: seed % 5 != 0)
    try world.login(0)
    // The first login is stored, so that there is a session to be lost.
    world.isCalm = true
    try settle(&world)
    world.isCalm = false
    for _ in 0..<(60 + Int(seed % 90)) {
      let number = try world.roll(count)
      switch try world.roll(100) {
      case 0..<70:
        let effects = world.processes[number]?.effects.count ?? 0
        if effects > 0 { try world.complete(number, try world.roll(effects)) }
      case 70..<82:
        if world.processes[number] != nil { _ = try world.demand(number, isForced: try world.roll(8) == 0) }
      case 82..<89: world.wait(.milliseconds(try world.roll(120_000)))
      case 89..<92: try world.kill(number)
      case 92..<96: if world.processes[number] == nil { try world.start(number) }
      case 96: try world.arriveLate()
      case 97: if let token = world.stored?.tokens?.access { try world.feed(number, .rejected(token)) }
      case 98 where withLogouts: if world.processes[number] != nil { try world.logout(number) }
      case 99 where withLogouts: if world.processes[number] != nil { try world.login(number) }
      default: break
      }
    }
    world.isCalm = true
    while !world.late.isEmpty { try world.arriveLate() }
    for number in 0..<count where world.processes[number] == nil { try world.start(number) }
    try settle(&world)
    world.wait(.seconds(400))
    var last: [UInt64] = []
    for number in 0..<count { last.append(try world.demand(number)) }
    try settle(&world)
    return (world, last)
  }

  /// Does everything that is waited for, until nothing is.
  private static func settle(_ world: inout ModelWorld) throws {
    for _ in 0..<4000 {
      let before = world.steps
      for number in world.processes.indices {
        for index in (0..<(world.processes[number]?.effects.count ?? 0)).reversed() {
          guard let effects = world.processes[number]?.effects, index < effects.count else { continue }
          try world.complete(number, index)
        }
      }
      let isQuiet = world.steps == before
      let sleeping = world.processes.contains { $0?.effects.isEmpty == false }
      if isQuiet, !sleeping { return }
      if isQuiet { world.wait(.seconds(30)) }
    }
    world.problems.append("it never comes to rest")
  }

  @Test(arguments: [false, true])
  func sessionsSurviveEverythingTheyCan(hasGrace: Bool) throws {
    var lost = 0
    for index in 0..<UInt64(Self.count) {
      let seed = Self.seed &+ index
      let (world, last) = try Self.run(seed, hasGrace: hasGrace, withLogouts: false)
      #expect(world.problems == [], "seed \(seed)")
      #expect(world.processes.allSatisfy { $0?.open.isEmpty == true }, "seed \(seed)")
      let family = try #require(world.server.families.last)
      if family.isAlive {
        for caller in last {
          guard case .success(let token)? = world.given[caller] else {
            Issue.record(
              "seed \(seed): lost although the server would go on: \(String(describing: world.given[caller]))"
            )
            continue
          }
          #expect(world.server.isValid(token.text), "seed \(seed)")
        }
      } else {
        lost += 1
        // Only an attempt that got no answer ends a session, and that is reported as such.
        let token = "rt-\(try #require(family.reused))"
        #expect(world.unanswered.contains(token) && !hasGrace, "seed \(seed)")
        for caller in last {
          guard
            case .failure(.session(.reauthenticationRequired(.refreshOutcomeUnknown)))? = world.given[caller]
          else {
            Issue.record("seed \(seed): \(String(describing: world.given[caller]))")
            continue
          }
        }
      }
    }
    // The schedules do reach the window in which a session is lost.
    #expect(hasGrace ? lost == 0 : lost > Self.count / 100)
  }

  @Test(arguments: [false, true])
  func nothingIsSentAfterALogoutButRevocations(hasGrace: Bool) throws {
    var logouts = 0
    for index in 0..<UInt64(Self.count) {
      let seed = Self.seed &+ index
      let (world, _) = try Self.run(seed, hasGrace: hasGrace, withLogouts: true)
      logouts += world.logouts
      #expect(world.problems == [], "seed \(seed)")
      #expect(world.processes.allSatisfy { $0?.open.isEmpty == true }, "seed \(seed)")
      #expect(world.stored?.outbox == [], "seed \(seed)")
    }
    #expect(logouts > Self.count / 10)
  }
}
