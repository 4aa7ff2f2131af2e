import Foundation
import OmamoriCore
import OmamoriMessaging

/// How many messages a member of a group of 50 seals and opens in a second of processor time, over a store in memory; both
/// members that are measured have the chains of all others.
struct GroupRates {
  private static let count = 5_000
  private static let members = 50

  private let alice: Group
  private let bob: Group

  init() async throws {
    var messengers: [Messenger] = []
    for number in 0..<Self.members {
      messengers.append(
        try await Messenger.create(
          as: MessagingAddress(name: "m\(number)"), in: InMemoryConversationStore(), suites: [.x25519]))
    }
    let addresses = messengers.map(\.address)
    for reader in 0..<2 {
      for sender in reader + 1..<Self.members {
        let publication = try await messengers[sender].publication(oneTimeKeys: 1)
        let bundle = try KeyBundle(
          signedPart: publication.signedPart, oneTimeKey: publication.oneTimeKeys[0].bytes)
        let conversation = messengers[reader].conversation(with: addresses[sender])
        try await conversation.start(with: bundle)
        _ = try await messengers[sender].conversation(with: addresses[reader]).open(conversation.seal([1]))
      }
    }
    func deliver(_ update: GroupUpdate, from sender: Int) async throws {
      for delivery in update.deliveries {
        guard let reader = addresses.firstIndex(of: delivery.address) else { continue }
        let conversation = messengers[reader].conversation(with: addresses[sender])
        _ = try await messengers[reader].receive(conversation.open(delivery.envelope))
      }
    }
    let (alice, created) = try await messengers[0].createGroup(with: Array(addresses.dropFirst()))
    try await deliver(created, from: 0)
    self.alice = alice
    guard let bob = try await messengers[1].group(alice.identifier) else {
      throw MessagingError.group(.notMember)
    }
    self.bob = bob
    for sender in 0..<Self.members {
      guard let group = try await messengers[sender].group(alice.identifier) else { continue }
      try await deliver(group.seal([1]).update, from: sender)
    }
  }

  /// Messages of one member: sealed one after the other, then opened in order.
  func chain() async throws -> (seals: Double, opens: Double) {
    let plaintext = [UInt8](repeating: 7, count: 64)
    var messages: [[UInt8]] = []
    let start = clock()
    for _ in 0..<Self.count { messages.append(try await alice.seal(plaintext).message) }
    let middle = clock()
    for message in messages { _ = try await bob.open(message) }
    return (Self.rate(middle - start), Self.rate(clock() - middle))
  }

  private static func rate(_ time: clock_t) -> Double {
    Double(count) / (Double(time) / Double(CLOCKS_PER_SEC))
  }
}
