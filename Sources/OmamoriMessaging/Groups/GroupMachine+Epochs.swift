import OmamoriCore
import OmamoriCrypto

extension GroupMachine {
  /// Brings the keys in line with the changes: begins the present epoch, drops the chains of those who are out.
  mutating func settle(_ means: Means) throws(MessagingError) {
    let head = history.head
    guard let me else { return forget() }
    if let index = currentIndex {
      epochs.append(epochs.remove(at: index))
    } else if let secret = history.headSecret {
      epochs.append(
        try GroupEpoch(head, own: me.index, secret: secret, randomness: means.randomness))
    }
    try beginPassed(as: me.index, means)
    retire()
    let present = history
    if retired.contains(where: { present.state($0) == nil }) {
      retired.removeAll { present.state($0) == nil }
    }
    for index in epochs.indices {
      guard let state = history.state(epochs[index].head) else {
        epochs[index].keep([])
        continue
      }
      // A place may be another member's on the other side of a fork, so the members themselves are compared.
      epochs[index].keep(Set(state.members.filter { head.member($0.peer) != nil }.map(\.index)))
    }
    leaves.removeAll { head.member($0.index) == nil }
    takePending(means)
  }

  /// Gives up the oldest epochs.
  private mutating func retire() {
    while epochs.count > GroupLimits.retiredEpochs + 1 {
      let head = epochs.removeFirst().head
      if !retired.contains(head) { retired.append(head) }
    }
  }

  /// Begins the last epochs before the present one that several changes in one step passed over: messages of others may
  /// belong to them.
  private mutating func beginPassed(as place: UInt16, _ means: Means) throws(MessagingError) {
    guard let present = currentIndex else { return }
    var passed: [GroupEpoch] = []
    for state in history.path.suffix(GroupLimits.retiredEpochs + 1).dropLast()
    where !epochs.contains(where: { $0.head == state.head }) && !retired.contains(state.head) {
      guard state.member(own)?.index == place, let secret = history.secret(of: state.head) else { continue }
      passed.append(try GroupEpoch(state, own: place, secret: secret, randomness: means.randomness))
    }
    if !passed.isEmpty { epochs.insert(contentsOf: passed, at: present) }
  }

  /// Forgets all keys of messages; chains that wait are of epochs that may be ours again.
  mutating func forget() {
    retired += epochs.map(\.head).filter { !retired.contains($0) }
    (epochs, intents, leaves) = ([], [], [])
  }

  /// What became of a chain that came.
  enum Taking: Sendable {
    /// It opens messages now.
    case taken
    /// It waits for the change that began its epoch.
    case pending
    /// Its sender does not know what made its epoch void, or what settled another one; it may open messages all the same.
    case outdated
  }

  /// Takes a member's chain, or keeps it until the change has come that began its epoch.
  ///
  /// A chain that overtook an earlier state of itself gets the keys of the messages in between.
  ///
  /// - Throws: ``MessagingError/group(_:)``; ``MessagingError/message(_:)`` with ``MessageFault/replayed``.
  @discardableResult
  mutating func take(
    _ distribution: GroupDistribution,
    from peer: Peer,
    _ means: Means
  ) throws(MessagingError) -> Taking {
    let (isMember, isKnown) = (history.head.member(peer) != nil, history.state(distribution.head) != nil)
    if me != nil, isMember, !isKnown, distribution.epoch <= history.base.epoch {
      // It opens messages if that member's history turns out to count.
      try keep(Pending(from: peer, distribution: distribution))
      return .outdated
    }
    if try beginVoid(distribution, means) {
      return try take(distribution, from: peer, means) == .taken ? .outdated : .pending
    }
    guard let index = epochs.firstIndex(where: { $0.head == distribution.head }) else {
      guard !isKnown || isAwaited(distribution) else {
        guard me != nil, isMember, !isPassed(distribution) else { throw .group(.wrongEpoch) }
        return .outdated
      }
      guard leftAt == nil else { throw .group(.notMember) }
      try keep(Pending(from: peer, distribution: distribution))
      return .pending
    }
    guard epochs[index].number == distribution.epoch,
      let sender = history.state(distribution.head)?.member(distribution.sender), sender.peer == peer,
      history.head.member(peer) != nil
    else { throw .group(.notMember) }
    if epochs[index].receiving[sender.index] == nil {
      epochs[index].receiving[sender.index] = ReceivingKeyChain(distribution)
    } else {
      try epochs[index].receiving[sender.index]?.extend(back: distribution, now: means.now)
      bound(now: means.now)
    }
    return .taken
  }

  /// Whether a chain belongs to an epoch that counts and lies before the present one.
  private func isPassed(_ distribution: GroupDistribution) -> Bool {
    history.path.dropLast().contains { $0.head == distribution.head }
  }

  /// Begins the epoch of a change that does not count when a member has sealed in it: that member did not know better.
  private mutating func beginVoid(
    _ distribution: GroupDistribution,
    _ means: Means
  ) throws(MessagingError) -> Bool {
    let head = distribution.head
    guard let me, let present = currentIndex, !epochs.contains(where: { $0.head == head }),
      !retired.contains(head),
      !history.path.contains(where: { $0.head == head }), let state = history.state(head),
      let place = state.member(me.peer)?.index, let secret = history.secret(of: head)
    else { return false }
    epochs.insert(
      try GroupEpoch(state, own: place, secret: secret, randomness: means.randomness), at: present)
    retire()
    return true
  }

  /// Whether a chain belongs to the present epoch, whose secret has not come.
  private func isAwaited(_ distribution: GroupDistribution) -> Bool {
    distribution.head == history.head.head && history.headSecret == nil
  }

  private mutating func keep(_ new: Pending) throws(MessagingError) {
    let same = pending.indices.filter { pending[$0].from == new.from }
    if same.contains(where: { pending[$0].distribution.head == new.distribution.head }) {
      throw .message(.replayed)
    }
    if same.count >= 8 { pending.remove(at: same[0]) }
    pending.append(new)
    if pending.count > GroupLimits.pendingDistributions { pending.removeFirst() }
  }

  private mutating func takePending(_ means: Means) {
    let waiting = pending
    pending = []
    for entry in waiting {
      // What turns out to be wrong is dropped.
      do throws(MessagingError) { try take(entry.distribution, from: entry.from, means) } catch {
        continue
      }
    }
  }

  /// Drops keys of skipped messages that are too old or too many; the chains that have most of them give their oldest, so
  /// that nobody's keys give way to what another member skips.
  mutating func bound(now: Date) {
    var counts: [Int] = []
    for epoch in epochs.indices {
      for (index, chain) in epochs[epoch].receiving where chain.hasExpired(now: now) {
        epochs[epoch].receiving[index]?.expire(now: now)
      }
      counts += epochs[epoch].receiving.values.map(\.skipped.count)
    }
    var (left, share) = (GroupLimits.skippedKeys, 0)
    guard counts.reduce(0, +) > left else { return }
    for (place, count) in counts.sorted().enumerated() {
      share = left / (counts.count - place)
      if count > share { break }
      left -= count
    }
    for epoch in epochs.indices {
      for (index, chain) in epochs[epoch].receiving where chain.skipped.count > share {
        epochs[epoch].receiving[index]?.evict(chain.skipped.count - share)
      }
    }
  }
}
