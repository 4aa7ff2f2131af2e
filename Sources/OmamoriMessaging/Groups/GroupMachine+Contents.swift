import OmamoriCore
import OmamoriCrypto

extension GroupMachine {
  /// What came of content.
  struct Received: Sendable {
    var events: [GroupEvent] = []
    /// What has to reach other members now.
    var outgoing: [Outgoing] = []
  }

  /// Becomes a member of a group by a welcome, which proves how the group came to be what it is.
  ///
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notMember`` unless the sender and we are in the group, with
  ///   another fault for a welcome that is not proved.
  static func join(
    _ welcome: GroupWelcome,
    own: Peer,
    from peer: Peer,
    _ means: Means
  ) throws(MessagingError) -> GroupMachine {
    let history = try GroupHistory(proving: welcome)
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
      if outcome == .waiting, me != nil, before.member(peer) != nil {
        received.outgoing.append(send(.request, to: peer))
      }
    case .distribution(let distribution):
      if let leave = try leaveAgain(means), history.head.member(peer) != nil {
        return Received(outgoing: [send(.leave(leave), to: peer)])
      }
      let isKnown = history.state(distribution.head) != nil
      switch try take(distribution, from: peer, means) {
      case .taken: break
      case .pending:
        // Without the change, or its secret, which the author may not give.
        if me != nil, !isKnown || currentIndex == nil {
          received.outgoing.append(send(before.member(peer) == nil ? .inquiry : .request, to: peer))
        }
      case .outdated: received.outgoing.append(welcome(for: peer))
      }
    case .welcome(let welcome):
      received.outgoing += try merge(welcome, from: peer)
    case .leave(let leave): try take(leave, from: peer)
    case .request: return Received(outgoing: try answer(peer, means))
    case .inquiry:
      guard before.member(peer) != nil else { throw .group(.notMember) }
      return Received(outgoing: try answer(peer, means))
    case .excluded(let head): try exclude(from: head, by: peer)
    }
    try settle(means)
    if me != nil, !leaves.isEmpty, isFirst(besides: leaves) { received.outgoing += try removeLeavers(means) }
    let redone = try redo(means)
    received.outgoing += redone.outgoing
    received.events = events(since: before, wasMember) + (redone.hadLost ? [.superseded] : [])
    // A change came whose secret did not.
    if me != nil, currentIndex == nil, history.head.head != before.head, let author = headAuthor {
      received.outgoing.append(send(.request, to: author))
    }
    return received
  }

  /// Whether somebody is or was a member as far as we know.
  private func isKnown(_ peer: Peer) -> Bool {
    history.head.member(peer) != nil || history.path.contains { $0.member(peer) != nil }
      || history.entries.contains { history.state($0.digest)?.member(peer) != nil }
  }

  /// Takes the changes of a history that somebody tells; their signatures count, not who hands them on.
  ///
  /// - Returns: What its teller has to know.
  private mutating func merge(_ welcome: GroupWelcome, from peer: Peer) throws(MessagingError) -> [Outgoing] {
    guard welcome.identifier == identifier.bytes else { throw .group(.invalid) }
    var isNew = false
    var isUnknown = false
    for entry in welcome.changes {
      // What follows an unknown change does so for ever: a welcome has them all.
      guard history.state(entry.digest) != nil || history.state(entry.change.parent) != nil else {
        isUnknown = isUnknown || !history.counting.contains(entry.digest)
        continue
      }
      do throws(MessagingError) {
        _ = try history.take(entry.change, entry.secret)
        isNew = true
      } catch { isUnknown = isUnknown || history.state(entry.digest) == nil }
    }
    // Where the two histories parted before the window, not all changes can be taken.
    if isUnknown {
      let other = try GroupHistory(proving: welcome)
      let isParted =
        history.state(other.head.head) == nil && !history.counting.contains(other.head.head)
      if isParted, history.yields(to: other) {
        guard other.head.member(own) != nil else { throw .group(.notMember) }
        history = other
        forget()
        isNew = true
      } else if isParted, me != nil, history.head.member(peer) != nil {
        // The teller gives way when it gets ours.
        return [self.welcome(for: peer)]
      }
    }
    if me != nil, history.head.member(peer) == nil, isKnown(peer) {
      // The teller believes to be a member, and everything that it knows is known here.
      let other = try GroupHistory(proving: welcome)
      if other.head.member(peer) != nil, other.head.member(own) != nil {
        return farewell(to: peer, other.head.head)
      }
    }
    guard isKnown(peer) else { throw .group(.notMember) }
    if !isNew { throw .message(.replayed) }
    return []
  }

  /// What somebody gets who is no member: the history up to its end as far as it was in it lately, and that it is out.
  private func farewell(to peer: Peer, _ head: [UInt8]) -> [Outgoing] {
    (history.ending(for: peer).map { [welcome(for: peer, $0)] } ?? [])
      + [send(.excluded(of: head), to: peer)]
  }

  /// Believes that we are out, when an administrator says so who may remove us, and who knows all that made us a member.
  private mutating func exclude(from head: [UInt8], by peer: Peer) throws(MessagingError) {
    guard let me else { throw .message(.replayed) }
    guard head == history.head.head else { throw .group(.wrongEpoch) }
    guard let author = history.head.member(peer), author.isAdmin, !me.isAdmin || author.index < me.index
    else {
      throw .group(.notAllowed)
    }
    excludedAfter = head
    forget()
  }

  /// Who made the present change, when it is another member.
  private var headAuthor: Peer? {
    let head = history.head
    guard let change = history.entries.first(where: { $0.digest == head.head })?.change,
      let author = history.state(change.parent)?.member(change.author)?.peer, author != own,
      head.member(author) != nil
    else { return nil }
    return author
  }

  private mutating func take(_ leave: GroupLeave, from peer: Peer) throws(MessagingError) {
    guard isKnown(peer) else { throw .group(.notMember) }
    guard let member = history.head.member(leave.index) else {
      // The change that removed the member was faster, unless the one that added it has not come.
      if leave.index < history.head.nextIndex { throw .message(.replayed) }
      throw .group(.notMember)
    }
    guard leave.isSigned(by: member.signingKey) else { throw .group(.invalid) }
    if let known = leaves.firstIndex(where: { $0.index == leave.index }) {
      // One from an earlier epoch counts sooner.
      guard leave.statement.epoch < leaves[known].statement.epoch else { throw .message(.replayed) }
      leaves.remove(at: known)
    }
    leaves.append(leave)
  }

  /// The statement that we leave, for who has not got it; `nil` unless we left and are not removed yet.
  private func leaveAgain(_ means: Means) throws(MessagingError) -> GroupLeave? {
    guard let leftAt, history.head.member(own)?.index == leftAt else { return nil }
    return try GroupLeave(
      group: identifier.bytes, index: leftAt, epoch: history.head.epoch, signingKey: means.signingKey)
  }

  /// Whether we are the member who removes those who leave: the eldest administrator who stays, or the eldest.
  private func isFirst(besides leaves: [GroupLeave]) -> Bool {
    let staying = history.head.members.filter { member in !leaves.contains { $0.index == member.index } }
    return (staying.first(where: \.isAdmin) ?? staying.first)?.peer == own
  }

  /// The history, and the own chain, for somebody who has missed something.
  private mutating func answer(_ peer: Peer, _ means: Means) throws(MessagingError) -> [Outgoing] {
    if let leave = try leaveAgain(means), history.head.member(peer) != nil {
      return [send(.leave(leave), to: peer)]
    }
    guard me != nil, let index = currentIndex else { throw .group(.notMember) }
    guard let member = history.head.member(peer) else {
      // Who was taken out learns that, and nothing that came later.
      guard isKnown(peer) else { throw .group(.notMember) }
      // It may be a member by changes that have not come here.
      return (history.ending(for: peer).map { [welcome(for: peer, $0)] } ?? []) + [send(.inquiry, to: peer)]
    }
    epochs[index].sentTo.insert(member.index)
    return [welcome(for: peer), sendChain(epochs[index], to: member)]
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
