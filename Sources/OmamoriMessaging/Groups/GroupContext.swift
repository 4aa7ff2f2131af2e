import OmamoriCore
import OmamoriCrypto

/// What the groups of an account share.
struct GroupContext: Sendable {
  /// How often a step is repeated when another process was faster.
  static let attempts = 64

  let own: GroupMachine.Peer
  let signingKey: Curve25519.Signing.PrivateKey
  let store: any ConversationStore
  let channel: any GroupChannel
  let randomness: any Randomness
  let clock: any WallClock
  let memory: GroupMemory

  /// What a machine signs with and draws keys from, now.
  var means: GroupMachine.Means {
    GroupMachine.Means(signingKey: signingKey, randomness: randomness, now: clock.date)
  }

  /// The group as it is kept; `nil` when there is none.
  ///
  /// Of a group that is remembered only the records are read that the step needs; `nil` for all.
  func load(
    _ identifier: GroupIdentifier,
    needing needed: (GroupMachine) -> [GroupPart]? = { _ in nil }
  ) async throws(MessagingError) -> GroupSnapshot? {
    for _ in 0..<Self.attempts {
      guard let main = try await store.record(GroupPart.main.name(in: identifier)) else {
        memory[identifier] = nil
        return nil
      }
      if let known = try await remembered(identifier, main, needing: needed) { return known }
      var records = [GroupPart.main: main.bytes]
      var versions = [GroupPart.main: main.version]
      for part in try GroupMachine.parts(of: main.bytes).dropFirst() {
        guard let record = try await store.record(part.name(in: identifier)) else { break }
        (records[part], versions[part]) = (record.bytes, record.version)
      }
      guard let machine = try? GroupMachine(records: records), machine.identifier == identifier,
        machine.own == own
      else {
        // Another process may have written in between.
        let again = try await store.record(GroupPart.main.name(in: identifier))
        guard again?.version != main.version else { throw .storage(.damaged) }
        continue
      }
      let snapshot = GroupSnapshot(machine: machine, records: records, versions: versions)
      memory[identifier] = snapshot
      return snapshot
    }
    throw .storage(.conflict)
  }

  /// The group as it is remembered, where the store has the same records.
  private func remembered(
    _ identifier: GroupIdentifier,
    _ main: StoredRecord,
    needing needed: (GroupMachine) -> [GroupPart]?
  ) async throws(MessagingError) -> GroupSnapshot? {
    guard var known = memory[identifier], Self.isSame(known.records[.main], main.bytes) else { return nil }
    known.versions = [.main: main.version]
    for part in needed(known.machine) ?? known.machine.parts where part != .main {
      guard let record = try await store.record(part.name(in: identifier)),
        Self.isSame(known.records[part], record.bytes)
      else { return nil }
      known.versions[part] = record.version
    }
    return known
  }

  private static func isSame(_ known: SharedSecretBytes?, _ record: SharedSecretBytes) -> Bool {
    known === record || known == record
  }

  /// The changes of the records that a group's changes make.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/conflict`` when the step wrote to a record
  ///   that it did not read.
  private func changes(
    of machine: GroupMachine,
    since before: GroupSnapshot?
  ) throws(MessagingError) -> [RecordChange] {
    var changes: [RecordChange] = []
    func change(_ part: GroupPart, _ bytes: SharedSecretBytes?) throws(MessagingError) {
      let version = before?.versions[part]
      guard version != nil || before?.records[part] == nil else { throw .storage(.conflict) }
      changes.append(
        RecordChange(part.name(in: machine.identifier), expectedVersion: version ?? 0, bytes: bytes))
    }
    let parts = machine.parts
    for part in parts where machine.isChanged(part) || before?.records[part] == nil {
      try change(part, machine.record(of: part))
    }
    for part in before?.records.keys.filter({ !parts.contains($0) }) ?? [] { try change(part, nil) }
    return changes
  }

  /// Seals what has to reach members, keeps the group and what else belongs to the step, and gives what may leave.
  func keep(
    _ machine: GroupMachine,
    over before: GroupSnapshot?,
    _ step: GroupStep,
    recording changes: (GroupUpdate) throws(MessagingError) -> [RecordChange]
  ) async throws(MessagingError) -> GroupUpdate {
    let identifier = machine.identifier
    var (machine, update) = (machine, GroupUpdate(group: identifier))
    (update.events, update.messages) = (step.events, step.messages)
    update.deliveries = try await deliveries(step.outgoing, &machine, &update.unreachable)
    do throws(MessagingError) {
      let own = try self.changes(of: machine, since: before)
      let all = try own + step.changes + Conversation.checked(try changes(update))
      if !all.isEmpty { try await store.commit(all) }
      remember(machine, own, before)
    } catch {
      memory[identifier] = nil
      throw error
    }
    return update
  }

  /// Takes note of what the store has now.
  private func remember(_ machine: GroupMachine, _ changes: [RecordChange], _ before: GroupSnapshot?) {
    var snapshot = GroupSnapshot(machine: machine, records: [:], versions: [:])
    snapshot.machine.markKept()
    let written = Dictionary(uniqueKeysWithValues: changes.map { ($0.name, $0.bytes) })
    for part in machine.parts {
      snapshot.records[part] = written[part.name(in: machine.identifier)] ?? before?.records[part]
    }
    memory[machine.identifier] = snapshot
  }

  /// What goes to members; adds whom it cannot reach.
  fileprivate func deliveries(
    _ outgoing: [GroupMachine.Outgoing],
    _ machine: inout GroupMachine,
    _ unreachable: inout [MessagingAddress]
  ) async throws(MessagingError) -> [GroupDelivery] {
    var deliveries: [GroupDelivery] = []
    for item in outgoing {
      if let envelope = try await envelope(for: item) {
        deliveries.append(GroupDelivery(address: item.to.address, envelope: envelope))
      } else {
        if !unreachable.contains(item.to.address) { unreachable.append(item.to.address) }
        if let place = item.chainOf { machine.didNotReach(place) }
      }
    }
    return deliveries
  }

  /// What goes to a member; `nil` when there is no conversation with exactly this member.
  fileprivate func envelope(for item: GroupMachine.Outgoing) async throws(MessagingError) -> [UInt8]? {
    guard try await channel.signingKey(of: item.to.address) == item.to.signingKey else { return nil }
    let content = item.content.withBytes { $0.byteArray }
    do throws(MessagingError) {
      let envelope = try await channel.seal(content, to: item.to.address)
      // Another identity that was accepted in between must not get it.
      return try await channel.signingKey(of: item.to.address) == item.to.signingKey ? envelope : nil
    } catch .conversation(.noSession), .identity(.changed) { return nil }
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
    with addresses: [MessagingAddress],
    recording changes: (GroupUpdate) throws(MessagingError) -> [RecordChange]
  ) async throws(MessagingError) -> (Group, GroupUpdate) {
    var peers: [GroupMachine.Peer] = []
    for address in addresses { peers.append(try await peer(address)) }
    let (machine, outgoing) = try GroupMachine.create(name: name, own: own, with: peers, means)
    let update = try await keep(machine, over: nil, GroupStep(outgoing: outgoing), recording: changes)
    return (Group(machine.identifier, self), update)
  }

  /// Takes content that came inside a conversation: for a group that is known, or a welcome to one that is not.
  ///
  /// What comes before the welcome is kept.
  func receive(
    _ content: [UInt8],
    from sender: MessagingAddress,
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange]
  ) async throws(MessagingError) -> (Group, GroupUpdate) {
    let identifier = try GroupContent.group(of: content)
    let group = Group(identifier, self)
    for _ in 0..<Self.attempts {
      if try await store.record(GroupPart.main.name(in: identifier)) != nil {
        return (group, try await group.receive(content, from: sender, recording: changes))
      }
      let decoded = try GroupContent(decoding: SharedSecretBytes(SecretBytes(copying: content)))
      let peer = try await peer(sender)
      let stone = try await store.record(DeletedGroup.name(identifier))
      guard case .welcome(let welcome) = decoded.kind, welcome.identifier == identifier.bytes else {
        if let stone {
          return (
            group,
            try await refuse(decoded, of: DeletedGroup(record: stone.bytes), from: peer, recording: changes)
          )
        }
        return (group, try await hold(content, of: identifier, from: peer, recording: changes))
      }
      var machine = try GroupMachine.join(welcome, own: own, from: peer, means)
      var step = GroupStep(events: [.joined])
      if let stone {
        try DeletedGroup(record: stone.bytes).admit(machine)
        step.changes.append(
          RecordChange(DeletedGroup.name(identifier), expectedVersion: stone.version, bytes: nil))
      }
      try await takeHeld(&machine, &step)
      do throws(MessagingError) {
        return (group, try await keep(machine, over: nil, step, recording: changes))
      } catch .storage(.conflict) { continue }
    }
    throw .storage(.conflict)
  }

  /// The removal of all records of a group, whatever they hold.
  private func removals(of identifier: GroupIdentifier) async throws(MessagingError) -> [RecordChange] {
    var changes: [RecordChange] = []
    for name in try await store.names(of: .group) where GroupPart.isName(name, of: identifier) {
      guard let record = try await store.record(name) else { continue }
      changes.append(RecordChange(name, expectedVersion: record.version, bytes: nil))
    }
    return changes
  }

  /// Takes content of a group that was deleted: who believes that we are a member is told again that we left.
  private func refuse(
    _ content: GroupContent,
    of deleted: DeletedGroup,
    from peer: GroupMachine.Peer,
    recording changes: (GroupUpdate) throws(MessagingError) -> [RecordChange]
  ) async throws(MessagingError) -> GroupUpdate {
    var update = GroupUpdate(group: try GroupIdentifier(bytes: content.group))
    if content.asksForUs, let place = deleted.place {
      let leave = try GroupLeave(
        group: content.group, index: place.index, epoch: place.epoch, signingKey: signingKey)
      let encoded = GroupContent(update.group, .leave(leave)).encoded
      if let envelope = try await envelope(for: GroupMachine.Outgoing(to: peer, content: encoded)) {
        update.deliveries.append(GroupDelivery(address: peer.address, envelope: envelope))
      }
    }
    let own = try Conversation.checked(try changes(update))
    if !own.isEmpty { try await store.commit(own) }
    return update
  }

  /// Leaves a group, and forgets it.
  func delete(
    _ identifier: GroupIdentifier,
    refusingInvitations refuses: Bool,
    recording changes: (GroupUpdate) throws(MessagingError) -> [RecordChange]
  ) async throws(MessagingError) -> GroupUpdate {
    for _ in 0..<Self.attempts {
      let stone = try await store.record(DeletedGroup.name(identifier))
      let known: GroupSnapshot?
      var own: [RecordChange] = []
      do throws(MessagingError) { known = try await load(identifier) } catch .storage(.damaged) {
        (known, own) = (nil, try await removals(of: identifier))
      }
      guard known != nil || !own.isEmpty || stone != nil else { throw .group(.notMember) }
      var deleted = DeletedGroup()
      if let stone { deleted = try DeletedGroup(record: stone.bytes) }
      var update = GroupUpdate(group: identifier)
      if var machine = known?.machine {
        let head = machine.history.head
        deleted.place = head.member(self.own).map { DeletedGroup.Place(index: $0.index, epoch: head.epoch) }
        deleted.nextIndex = max(deleted.nextIndex, head.nextIndex)
        let outgoing = machine.me == nil ? [] : try machine.leave(means)
        update.deliveries = try await deliveries(outgoing, &machine, &update.unreachable)
        own +=
          known?.versions.map {
            RecordChange($0.key.name(in: identifier), expectedVersion: $0.value, bytes: nil)
          } ?? []
        for item in try await heldItems() where item.isContent(of: identifier) {
          guard let record = try await store.record(item.name) else { continue }
          own.append(RecordChange(item.name, expectedVersion: record.version, bytes: nil))
        }
      }
      deleted.refusesInvitations = refuses
      own.append(
        RecordChange(
          DeletedGroup.name(identifier), expectedVersion: stone?.version ?? 0, bytes: deleted.record))
      do throws(MessagingError) {
        try await store.commit(own + Conversation.checked(try changes(update)))
        memory[identifier] = nil
        return update
      } catch .storage(.conflict) { continue }
    }
    throw .storage(.conflict)
  }
}
