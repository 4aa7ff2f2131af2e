import OmamoriCore
import OmamoriCrypto

extension GroupContext {
  /// Whether something may be taken later that is refused now.
  static func mayComeLater(_ error: MessagingError) -> Bool {
    switch error {
    case .group(.notMember), .group(.wrongEpoch), .group(.missingKey): true
    default: false
    }
  }

  /// The items that wait, the oldest first.
  func heldItems() async throws(MessagingError) -> [HeldGroupItem] {
    try await store.names(of: .group).compactMap(HeldGroupItem.init).sorted { $0.time < $1.time }
  }

  /// Keeps content until the change has come that it needs.
  ///
  /// With a group that it waits for this conflicts when another process changed the group meanwhile, which may have been
  /// what it needs. Gives an update in which nothing happened.
  func hold(
    _ content: [UInt8],
    of group: GroupIdentifier,
    from sender: GroupMachine.Peer,
    over before: GroupSnapshot? = nil,
    recording changes: (GroupUpdate) throws(MessagingError) -> [RecordChange]
  ) async throws(MessagingError) -> GroupUpdate {
    let update = GroupUpdate(group: group)
    try await hold(.content, group.bytes, content, from: sender, over: before) { () throws(MessagingError) in
      try changes(update)
    }
    return update
  }

  /// Keeps something until what it needs has come.
  private func hold(
    _ kind: HeldGroupItem.Kind,
    _ topic: [UInt8],
    _ bytes: [UInt8],
    from sender: GroupMachine.Peer?,
    over before: GroupSnapshot? = nil,
    recording changes: () throws(MessagingError) -> [RecordChange] = { [] }
  ) async throws(MessagingError) {
    guard bytes.count <= HeldGroupItem.greatestByteCount else { throw .message(.tooLarge) }
    let item = HeldGroupItem(kind, topic: topic, from: sender?.address, bytes, at: clock.date)
    for _ in 0..<Self.attempts {
      let items = try await heldItems()
      var commit = try Conversation.checked(try changes())
      if !items.contains(where: item.isCopy) {
        for old in HeldGroupItem.givingWay(among: items, to: item) {
          guard let record = try await store.record(old.name) else { continue }
          commit.append(RecordChange(old.name, expectedVersion: record.version, bytes: nil))
        }
        var writer = GroupFieldWriter()
        writer.write(UInt8(sender == nil ? 0 : 1))
        if let sender { GroupMachine.write(sender, into: &writer) }
        writer.write(bytes)
        commit.append(RecordChange(item.name, expectedVersion: 0, bytes: writer.secret))
        if let before, let version = before.versions[.main] {
          let main = GroupPart.main.name(in: before.machine.identifier)
          commit.append(RecordChange(main, expectedVersion: version, bytes: before.records[.main]))
        }
      }
      do throws(MessagingError) {
        if !commit.isEmpty { try await store.commit(commit) }
        return
      } catch .storage(.conflict) where before == nil { continue }
    }
    throw .storage(.conflict)
  }

  /// Removes the items that are too old.
  func dropOldItems() async throws(MessagingError) {
    let now = MessageTime.milliseconds(clock.date)
    for item in try await heldItems() where item.time < now && now - item.time > HeldGroupItem.lifetime {
      guard let record = try await store.record(item.name) else { continue }
      do throws(MessagingError) {
        try await store.commit([RecordChange(item.name, expectedVersion: record.version, bytes: nil)])
      } catch .storage(.conflict) { continue }
    }
  }

  /// Keeps a message until its key has come.
  func hold(
    _ message: [UInt8],
    from sender: MessagingAddress?,
    over before: GroupSnapshot? = nil
  ) async throws(MessagingError) {
    // The place of a key, which says nothing of a message.
    let peer = sender.map { GroupMachine.Peer(address: $0, signingKey: GroupChange.nothing) }
    try await hold(.message, try GroupMessage(decoding: message).tag, message, from: peer, over: before)
  }

  /// Takes what came too early and can be taken now; it is removed with the step.
  ///
  /// Content waits for changes alone, so without a new one it is not tried again.
  /// Without a history of before the group was not known.
  func takeHeld(
    _ machine: inout GroupMachine,
    _ step: inout GroupStep,
    since before: GroupHistory? = nil
  ) async throws(MessagingError) {
    let items = try await heldItems()
    var contents: [(name: RecordName, version: UInt64, peer: GroupMachine.Peer, content: GroupContent)] = []
    let hasChanged = before.map { !machine.history.hasSameChanges(as: $0) } ?? true
    for item in items where hasChanged && item.isContent(of: machine.identifier) {
      guard let record = try await store.record(item.name) else { continue }
      let (sender, bytes) = try Self.item(record.bytes)
      let content = try GroupContent(decoding: SharedSecretBytes(SecretBytes(copying: bytes)))
      if let sender { contents.append((item.name, record.version, sender, content)) }
    }
    var isProgress = true
    while isProgress {
      isProgress = false
      var left: [(name: RecordName, version: UInt64, peer: GroupMachine.Peer, content: GroupContent)] = []
      for entry in contents {
        do throws(MessagingError) {
          let received = try machine.receive(entry.content, from: entry.peer, means)
          step.events += received.events
          step.outgoing += received.outgoing
          isProgress = true
        } catch {
          if Self.mayComeLater(error) {
            left.append(entry)
            continue
          }
        }
        step.changes.append(RecordChange(entry.name, expectedVersion: entry.version, bytes: nil))
      }
      contents = left
    }
    let tags = Set(machine.epochs.map(\.keys.tag))
    for item in items where item.kind == .message && tags.contains(item.topic) {
      guard let record = try await store.record(item.name) else { continue }
      let (sender, bytes) = try Self.item(record.bytes)
      do throws(MessagingError) {
        // Another sender's copy does not use up the key of the message.
        var next = machine
        let opened = try next.open(bytes, now: means.now)
        if sender == nil || sender?.address == opened.sender.address {
          step.messages.append(
            OpenedGroupMessage(
              group: machine.identifier, sender: opened.sender.address, bytes: opened.text))
          machine = next
        }
      } catch {
        if Self.mayComeLater(error) { continue }
      }
      step.changes.append(RecordChange(item.name, expectedVersion: record.version, bytes: nil))
    }
  }

  private static func item(
    _ record: SharedSecretBytes
  ) throws(MessagingError) -> (sender: GroupMachine.Peer?, bytes: [UInt8]) {
    var reader = ByteReader(record.bytes, .storage(.damaged))
    let sender = try reader.flag() ? try GroupMachine.peer(from: &reader) : nil
    let bytes = try reader.bytes(limit: HeldGroupItem.greatestByteCount)
    try reader.end()
    return (sender, bytes)
  }
}
