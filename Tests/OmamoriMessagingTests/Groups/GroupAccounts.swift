import OmamoriCore

@testable import OmamoriMessaging

/// Accounts that talk to each other through their messengers; every envelope goes through the real conversations.
final class GroupAccounts {
  let messengers: [Messenger]
  let stores: [InMemoryConversationStore]

  init(_ names: [String]) async throws {
    var (messengers, stores): ([Messenger], [InMemoryConversationStore]) = ([], [])
    for name in names {
      let store = InMemoryConversationStore()
      stores.append(store)
      messengers.append(
        try await Messenger.create(as: try MessagingAddress(name: name), in: store, suites: [.x25519]))
    }
    (self.messengers, self.stores) = (messengers, stores)
  }

  /// Begins a conversation between two, with a first message that has arrived.
  func introduce(_ first: Int, _ second: Int) async throws {
    let publication = try await messengers[second].publication(oneTimeKeys: 1)
    let bundle = try KeyBundle(
      signedPart: publication.signedPart, oneTimeKey: publication.oneTimeKeys[0].bytes)
    let conversation = messengers[first].conversation(with: messengers[second].address)
    try await conversation.start(with: bundle)
    let envelope = try await conversation.seal([1])
    _ = try await messengers[second].conversation(with: messengers[first].address).open(envelope)
  }

  /// Everybody with everybody.
  func introduceAll() async throws {
    for first in messengers.indices {
      for second in messengers.indices where first < second { try await introduce(first, second) }
    }
  }

  func index(of address: MessagingAddress) -> Int? { messengers.firstIndex { $0.address == address } }

  /// Delivers envelopes and what comes of them; gives all events.
  @discardableResult
  func deliver(_ update: GroupUpdate, from sender: Int) async throws -> [GroupEvent] {
    var (queue, events) = (update.deliveries.map { (sender, $0) }, [GroupEvent]())
    while !queue.isEmpty {
      let (from, delivery) = queue.removeFirst()
      guard let to = index(of: delivery.address) else { continue }
      let received = try await messengers[to].conversation(with: messengers[from].address)
        .open(delivery.envelope)
      let result = try await messengers[to].receive(received)
      events += result.update.events
      queue += result.update.deliveries.map { (to, $0) }
    }
    return events
  }

  /// The group as the store of an account has it.
  func machine(of identifier: GroupIdentifier, _ index: Int) async throws -> GroupMachine {
    var records: [GroupPart: SharedSecretBytes] = [:]
    let main = try await stores[index].record(GroupPart.main.name(in: identifier))
    for part in try main.map({ try GroupMachine.parts(of: $0.bytes) }) ?? [] {
      records[part] = try await stores[index].record(part.name(in: identifier))?.bytes
    }
    return try GroupMachine(records: records)
  }

  func group(_ identifier: GroupIdentifier, of index: Int) async throws -> Group? {
    try await messengers[index].group(identifier)
  }
}
