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
    if epochs.count > GroupLimits.retiredEpochs + 1 { epochs.removeFirst() }
    for index in epochs.indices {
      guard let state = history.state(epochs[index].head) else {
        epochs[index].keep([])
        continue
      }
      // A place may be another member's on the other side of a fork, so the members themselves are compared.
      epochs[index].keep(Set(state.members.filter { head.member($0.peer) != nil }.map(\.index)))
    }
    leaves.removeAll { head.member($0.index) == nil }
    takePending(means.now)
  }

  /// Forgets all keys of messages; chains that wait are of epochs that may be ours again.
  mutating func forget() { (epochs, intents, leaves) = ([], [], []) }

  /// What became of a chain that came.
  enum Taking: Sendable {
    /// It opens messages now.
    case taken
    /// It waits for the change that began its epoch.
    case pending
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
    now: Date
  ) throws(MessagingError) -> Taking {
    guard let index = epochs.firstIndex(where: { $0.head == distribution.head }) else {
      guard history.state(distribution.head) == nil || isAwaited(distribution) else {
        throw .group(.wrongEpoch)
      }
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
      try epochs[index].receiving[sender.index]?.extend(back: distribution, now: now)
      bound(now: now)
    }
    return .taken
  }

  /// Whether a chain belongs to the present epoch, whose secret has not come.
  private func isAwaited(_ distribution: GroupDistribution) -> Bool {
    distribution.head == history.head.head && history.headSecret == nil
  }

  private mutating func keep(_ new: Pending) throws(MessagingError) {
    guard new.distribution.epoch >= history.base.epoch else { throw .group(.wrongEpoch) }
    let same = pending.indices.filter { pending[$0].from == new.from }
    if same.contains(where: { pending[$0].distribution.head == new.distribution.head }) {
      throw .message(.replayed)
    }
    if same.count >= 8 { pending.remove(at: same[0]) }
    pending.append(new)
    if pending.count > GroupLimits.pendingDistributions { pending.removeFirst() }
  }

  private mutating func takePending(_ now: Date) {
    let waiting = pending
    pending = []
    for entry in waiting {
      // What turns out to be wrong is dropped.
      do throws(MessagingError) { try take(entry.distribution, from: entry.from, now: now) } catch {
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
