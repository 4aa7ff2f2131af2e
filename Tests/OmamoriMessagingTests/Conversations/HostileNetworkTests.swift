import OmamoriCore
import Testing

/// Whatever the network does, a message arrives once and only once, as it was sent, and conversations recover.
///
/// `OMAMORI_SEED` chooses another run, `OMAMORI_DEEP` a million messages.
@Suite("Conversations over a hostile network")
struct HostileNetworkTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed =
    environment["OMAMORI_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...1 << 40)
  private static let count =
    environment["OMAMORI_MESSAGES"].flatMap { Int($0) }
    ?? (environment["OMAMORI_DEEP"] == nil ? 1000 : 500_000)

  @Test(arguments: [2, 3])
  func everyMessageArrivesOnceOrNotAtAll(parties: Int) throws {
    var network = try HostileNetwork(seed: Self.seed &+ UInt64(parties), parties: parties)
    print("hostile network: seed \(Self.seed), \(parties) parties, \(Self.count) messages")
    try network.run(messages: Self.count, recoveringEvery: max(300, min(Self.count / 4, 5000)))
    let tally = network.tally
    print("hostile network: \(tally)")
    #expect(tally.sent >= Self.count)
    #expect(tally.delivered > Self.count / 3)
    #expect(tally.recoveries >= 2 && tally.attacks > 0 && tally.crashes > 0 && tally.starts > 0)
  }
}
