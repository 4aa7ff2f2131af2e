import OmamoriCore
import OmamoriCrypto

extension GroupMachine {
  /// Creates a group.
  ///
  /// - Returns: The group, and the welcome for each other member.
  /// - Throws: ``MessagingError/group(_:)`` when there are too many members or one twice.
  static func create(
    name: String,
    own: Peer,
    with others: [Peer],
    _ means: Means
  ) throws(MessagingError) -> (GroupMachine, [Outgoing]) {
    guard others.count < GroupLimits.members else { throw .group(.invalid) }
    let members = ([own] + others).enumerated().map { index, peer in
      GroupMember(
        index: UInt16(index), address: peer.address, signingKey: peer.signingKey, isAdmin: index == 0)
    }
    let secret = try GroupCipher.randomKey(means.randomness)
    let seed = try GroupCipher.randomBytes(32, means.randomness)
    let creation = try GroupChange(
      group: GroupChange.nothing, parent: GroupChange.nothing, epoch: 0, author: 0,
      deed: .create(seed: seed, name: name, members: members), secret: secret,
      result: GroupState.digest(name: name, members: members), signingKey: means.signingKey)
    var machine = GroupMachine(own: own, history: try GroupHistory(creation: creation, secret: secret))
    try machine.settle(means)
    return (machine, others.map { machine.welcome(for: $0) })
  }

  /// Makes a change.
  ///
  /// - Returns: What has to reach the other members.
  /// - Throws: ``MessagingError/group(_:)``.
  mutating func change(_ deed: GroupDeed, _ means: Means) throws(MessagingError) -> [Outgoing] {
    guard let me else { throw .group(.notMember) }
    let before = history.head
    guard currentIndex != nil else { throw .group(.wrongEpoch) }
    if case .rename(let name) = deed, name == before.name, me.isAdmin { return [] }
    let after = try before.after(deed, by: me)
    let secret = try GroupCipher.randomKey(means.randomness)
    let change = try GroupChange(
      group: identifier.bytes, parent: before.head, epoch: before.epoch + 1, author: me.index, deed: deed,
      secret: secret, result: after.digest, signingKey: means.signingKey)
    _ = try history.take(change, secret)
    intents.append(change.digest)
    if intents.count > GroupLimits.window { intents.removeFirst() }
    try settle(means)
    var outgoing: [Outgoing] = []
    for member in before.members where member.peer != own {
      let stays = after.member(member.peer) != nil
      outgoing.append(send(.change(change, stays ? secret : nil), to: member.peer))
    }
    for member in after.members where before.member(member.peer) == nil {
      outgoing.append(welcome(for: member.peer))
    }
    return outgoing
  }

  /// Leaves: forgets all keys, and tells the others, one of whom makes the change.
  ///
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notMember``.
  mutating func leave(_ means: Means) throws(MessagingError) -> [Outgoing] {
    guard let me else { throw .group(.notMember) }
    let leave = try GroupLeave(
      group: identifier.bytes, index: me.index, epoch: history.head.epoch, signingKey: means.signingKey)
    let outgoing = history.head.members.filter { $0.peer != own }.map { send(.leave(leave), to: $0.peer) }
    leftAt = me.index
    forget()
    pending = []
    history.forgetSecrets()
    return outgoing
  }

  /// Removes those who have said that they leave; gives what has to reach the other members.
  mutating func removeLeavers(_ means: Means) throws(MessagingError) -> [Outgoing] {
    var outgoing: [Outgoing] = []
    // One that left in a later epoch than ours waits for it; what is refused otherwise would be refused again.
    for leave in leaves where leave.statement.epoch <= history.head.epoch && currentIndex != nil {
      leaves.removeAll { $0 == leave }
      guard let member = history.head.member(leave.index), leave.isSigned(by: member.signingKey),
        member.peer != own
      else { continue }
      do throws(MessagingError) {
        outgoing += try change(.remove(index: leave.index, statement: leave.statement), means)
      } catch .group { continue }
    }
    return outgoing
  }

  /// Does again what lost against what others did at the same time.
  ///
  /// - Returns: What has to reach the other members, and whether anything had lost.
  mutating func redo(_ means: Means) throws(MessagingError) -> (outgoing: [Outgoing], hadLost: Bool) {
    let counting = Set(history.path.map(\.head))
    let lost = intents.filter { !counting.contains($0) && history.state($0) != nil }
    intents.removeAll { !counting.contains($0) }
    var outgoing: [Outgoing] = []
    for digest in lost where currentIndex != nil {
      guard let deed = deedAgain(digest) else { continue }
      do throws(MessagingError) { outgoing += try change(deed, means) } catch .group { continue }
    }
    return (outgoing, !lost.isEmpty)
  }

  /// What a lost change would do now; `nil` when there is nothing left to do.
  private func deedAgain(_ digest: [UInt8]) -> GroupDeed? {
    let head = history.head
    guard let change = history.entries.first(where: { $0.digest == digest })?.change,
      let before = history.state(change.parent)
    else { return nil }
    switch change.deed {
    case .create: return nil
    case .add(let address, _, _): return head.member(at: address) == nil ? change.deed : nil
    case .remove(let index, let statement):
      guard let target = before.member(index), let present = head.member(target.peer) else { return nil }
      // A statement names a place and an epoch, and is of no use for another place or before.
      return .remove(index: present.index, statement: present.index == index ? statement : nil)
    case .rename(let name): return head.name == name ? nil : change.deed
    }
  }

  /// The history for somebody, with the secrets of the epochs in which that is a member.
  func welcome(for peer: Peer, _ told: GroupHistory? = nil) -> Outgoing {
    send(.welcome(GroupWelcome(told ?? history, for: peer)), to: peer)
  }

  /// Content for somebody.
  func send(_ kind: GroupContent.Kind, to peer: Peer) -> Outgoing {
    Outgoing(to: peer, content: GroupContent(identifier, kind).encoded)
  }

  /// The own chain of an epoch for a member.
  func sendChain(_ epoch: GroupEpoch, to member: GroupMember) -> Outgoing {
    var outgoing = send(.distribution(epoch.distribution), to: member.peer)
    outgoing.chainOf = member.index
    return outgoing
  }
}
