import OmamoriCore
import OmamoriCrypto

/// What the groups of an account share.
///
/// A value; safe to share between threads.
struct GroupContext: Sendable {
  /// How often a step is repeated when another process was faster.
  static let attempts = 64

  let own: GroupMachine.Peer
  let signingKey: Curve25519.Signing.PrivateKey
  let store: any ConversationStore
  let channel: any GroupChannel
  let randomness: any Randomness
  let clock: any WallClock

  /// What a machine signs with and draws keys from, now.
  var means: GroupMachine.Means {
    GroupMachine.Means(signingKey: signingKey, randomness: randomness, now: clock.date)
  }

  /// The record of a group.
  static func name(_ identifier: GroupIdentifier) -> RecordName {
    RecordName(.group, key: identifier.bytes)
  }

  /// The group as it is kept, with the version of its record; `nil` when there is none.
  func load(
    _ identifier: GroupIdentifier
  ) async throws(MessagingError) -> (machine: GroupMachine, version: UInt64)? {
    guard let record = try await store.record(Self.name(identifier)) else { return nil }
    let machine = try GroupMachine(record: record.bytes)
    guard machine.identifier == identifier, machine.own == own else { throw .storage(.damaged) }
    return (machine, record.version)
  }

  /// Seals what has to reach members, keeps the group, and gives what may leave.
  func keep(
    _ machine: GroupMachine,
    over version: UInt64,
    _ outgoing: [GroupMachine.Outgoing]
  ) async throws(MessagingError) -> GroupUpdate {
    var (machine, update) = (machine, GroupUpdate())
    for item in outgoing {
      if let envelope = try await envelope(for: item) {
        update.deliveries.append(GroupDelivery(address: item.to.address, envelope: envelope))
      } else {
        if !update.unreachable.contains(item.to.address) { update.unreachable.append(item.to.address) }
        if item.isChain { machine.didNotReach(item.to) }
      }
    }
    try await store.commit([
      RecordChange(Self.name(machine.identifier), expectedVersion: version, bytes: machine.record)
    ])
    return update
  }

  /// What goes to a member; `nil` when there is no conversation with exactly this member.
  private func envelope(for item: GroupMachine.Outgoing) async throws(MessagingError) -> [UInt8]? {
    guard try await channel.signingKey(of: item.to.address) == item.to.signingKey else { return nil }
    let content = item.content.withBytes { $0.copiedBytes }
    do throws(MessagingError) { return try await channel.seal(content, to: item.to.address) } catch
      .conversation(.noSession), .identity(.changed)
    { return nil }
  }
}

extension GroupContext {
  /// Somebody with whom there is a conversation.
  ///
  /// - Throws: ``MessagingError/conversation(_:)`` with ``ConversationFault/noSession``.
  func peer(_ address: MessagingAddress) async throws(MessagingError) -> GroupMachine.Peer {
    guard let key = try await channel.signingKey(of: address) else { throw .conversation(.noSession) }
    return GroupMachine.Peer(address: address, signingKey: key)
  }

  /// Creates a group and keeps it.
  func create(
    name: String,
    with addresses: [MessagingAddress]
  ) async throws(MessagingError) -> (Group, GroupUpdate) {
    var peers: [GroupMachine.Peer] = []
    for address in addresses { peers.append(try await peer(address)) }
    let (machine, outgoing) = try GroupMachine.create(name: name, own: own, with: peers, means)
    let update = try await keep(machine, over: 0, outgoing)
    return (Group(machine.identifier, self), update)
  }

  /// Takes content that came inside a conversation: for a group that is known, or a welcome to one that is not.
  func receive(
    _ content: [UInt8],
    from sender: MessagingAddress
  ) async throws(MessagingError) -> (Group, GroupUpdate) {
    let identifier = try GroupContent.group(of: content)
    let group = Group(identifier, self)
    for _ in 0..<Self.attempts {
      if try await store.record(Self.name(identifier)) != nil {
        return (group, try await group.receive(content, from: sender))
      }
      let decoded = try GroupContent(decoding: SharedSecretBytes(SecretBytes(copying: content)))
      guard case .welcome(let history) = decoded.kind, history.base.identifier == identifier else {
        throw .group(.notMember)
      }
      let machine = try GroupMachine.join(history, own: own, from: try await peer(sender), means)
      do throws(MessagingError) {
        var update = try await keep(machine, over: 0, [])
        update.events = [.joined]
        return (group, update)
      } catch .storage(.conflict) { continue }
    }
    throw .storage(.conflict)
  }
}
