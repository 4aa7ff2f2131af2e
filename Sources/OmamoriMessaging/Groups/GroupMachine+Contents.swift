import OmamoriCore
import OmamoriCrypto

extension GroupMachine {
  /// What came of content.
  struct Received: Sendable {
    var events: [GroupEvent] = []
    /// What has to reach other members now.
    var outgoing: [Outgoing] = []
  }

  /// Becomes a member of a group by a welcome.
  ///
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notMember`` unless the sender and we are in the group.
  static func join(
    _ history: GroupHistory,
    own: Peer,
    from peer: Peer,
    _ means: Means
  ) throws(MessagingError) -> GroupMachine {
    guard history.head.member(peer) != nil, history.head.member(own) != nil, history.headSecret != nil else {
      throw .group(.notMember)
    }
    var machine = GroupMachine(own: own, history: history)
    try machine.settle(means)
    return machine
  }

  /// Takes what came inside the conversation with somebody.
  ///
  /// When it is refused nothing has changed.
  ///
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``.
  mutating func receive(
    _ content: GroupContent,
    from peer: Peer,
    _ means: Means
  ) throws(MessagingError) -> Received {
    var next = self
    let received = try next.took(content, from: peer, means)
    self = next
    return received
  }

  private mutating func took(
    _ content: GroupContent,
    from peer: Peer,
    _ means: Means
  ) throws(MessagingError) -> Received {
    guard content.group == identifier.bytes else { throw .group(.invalid) }
    let (before, wasMember) = (history.head, me != nil)
    var received = Received()
    switch content.kind {
    case .change(let change, let secret):
      guard isKnown(peer) else { throw .group(.notMember) }
      let outcome = try history.take(change, secret)
      if outcome == .waiting, !hasLeft, let member = before.member(peer) {
        received.outgoing.append(send(.request, to: member))
      }
    case .distribution(let distribution): try take(distribution, from: peer)
    case .welcome(let other): try merge(other, from: peer)
    case .leave(let leave): try take(leave, from: peer)
    case .request: return Received(outgoing: try answer(peer))
    }
    try settle(means)
    if me != nil, !leaves.isEmpty, isFirst(besides: leaves) { received.outgoing += try removeLeavers(means) }
    let redone = try redo(means)
    received.outgoing += redone.outgoing
    received.events = events(since: before, wasMember) + (redone.hadLost ? [.superseded] : [])
    return received
  }

  /// Whether somebody is or was a member as far as we know.
  private func isKnown(_ peer: Peer) -> Bool {
    history.head.member(peer) != nil || history.path.contains { $0.member(peer) != nil }
      || history.entries.contains { history.state($0.digest)?.member(peer) != nil }
  }

  private mutating func merge(_ other: GroupHistory, from peer: Peer) throws(MessagingError) {
    guard other.base.identifier == identifier else { throw .group(.invalid) }
    guard history.head.member(peer) != nil || other.head.member(peer) != nil && isKnown(peer) else {
      throw .group(.notMember)
    }
    var isNew = false
    for entry in other.entries {
      do throws(MessagingError) {
        _ = try history.take(entry.change, entry.secret)
        isNew = true
      } catch { continue }
    }
    let comesBack = me == nil && other.head.member(own) != nil
    let isBehind = me != nil && other.base.epoch > history.head.epoch
    if isBehind || comesBack && other.head.epoch > history.head.epoch {
      guard mayVouch(peer, for: other.head) else { throw .group(.notAllowed) }
      (history, hasLeft, isNew) = (other, false, true)
      forget()
    } else if comesBack, history.head.head == other.head.head, history.headSecret != nil {
      (hasLeft, isNew) = (false, true)
    }
    if !isNew { throw .message(.replayed) }
  }

  /// Whether somebody may say what the group has become where the changes do not lead from what we know.
  ///
  /// Nothing proves such a state, so it takes an administrator as far as we know, and no elder one may be missing in it.
  /// To who is out of the group it is an invitation, by somebody who was in it.
  private func mayVouch(_ peer: Peer, for state: GroupState) -> Bool {
    guard let voucher = history.head.member(peer), state.member(peer) != nil else { return false }
    guard me != nil else { return true }
    return voucher.isAdmin
      && history.head.members.allSatisfy { member in
        !member.isAdmin || member.index >= voucher.index || state.members.contains(member)
      }
  }

  private mutating func take(_ leave: GroupLeave, from peer: Peer) throws(MessagingError) {
    guard isKnown(peer), let member = history.head.member(leave.index) else { throw .group(.notMember) }
    guard leave.isSigned(by: member.signingKey) else { throw .group(.invalid) }
    guard !leaves.contains(where: { $0.index == leave.index }) else { throw .message(.replayed) }
    leaves.append(leave)
  }

  /// Whether we are the member who removes those who leave: the eldest administrator who stays, or the eldest.
  private func isFirst(besides leaves: [GroupLeave]) -> Bool {
    let staying = history.head.members.filter { member in !leaves.contains { $0.index == member.index } }
    return (staying.first(where: \.isAdmin) ?? staying.first)?.peer == own
  }

  /// The history, and the own chain, for somebody who has missed something.
  private mutating func answer(_ peer: Peer) throws(MessagingError) -> [Outgoing] {
    guard me != nil, let index = currentIndex else { throw .group(.notMember) }
    guard let member = history.head.member(peer) else {
      // Who was taken out learns that, and nothing that came later.
      guard let ending = history.ending(for: peer),
        let former = ending.path.lazy.reversed().compactMap({ $0.member(peer) }).first
      else { throw .group(.notMember) }
      return [welcome(for: former, ending)]
    }
    epochs[index].sentTo.insert(member.index)
    return [welcome(for: member), sendChain(epochs[index], to: member)]
  }

  private func events(since before: GroupState, _ wasMember: Bool) -> [GroupEvent] {
    let after = history.head
    guard me != nil else { return wasMember ? [.excluded] : [] }
    guard wasMember else { return [.joined] }
    return after.members.filter { before.member($0.peer) == nil }.map { .added($0.address) }
      + before.members.filter { after.member($0.peer) == nil }.map { .removed($0.address) }
      + (after.name == before.name ? [] : [.renamed(after.name)])
  }
}
