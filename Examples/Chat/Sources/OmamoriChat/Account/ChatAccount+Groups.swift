import OmamoriCore
import OmamoriMessaging

/// Groups: each step of one is committed with what has to go out and with the lines of its history.
extension ChatAccount {
  // MARK: - Steps

  /// Makes a group of people with whom a conversation can begin.
  func createGroup(_ name: String, with peers: [MessagingAddress]) async throws -> Group {
    for peer in peers { try await begin(with: peer) }
    return try await step {
      let records = try await groupRecords()
      let made = try await messenger.createGroup(with: peers, name: name) { update throws(MessagingError) in
        try records.changes(update, note: .created)
      }
      try await settle()
      return made.group
    }
  }

  /// Changes a group.
  ///
  /// - Parameters:
  ///   - note: What is done, for the history.
  ///   - body: Does it, with the records that belong to the step.
  /// - Throws: What `body` throws, `MessagingError`.
  func change(
    _ note: GroupNote,
    _ body: (@escaping @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange]) async throws -> Void
  ) async throws {
    try await step {
      let records = try await groupRecords()
      try await body { update throws(MessagingError) in try records.changes(update, note: note) }
      try await settle()
    }
  }

  /// Leaves a group, and forgets it with what was said in it.
  func deleteGroup(_ identifier: GroupIdentifier, refusing: Bool) async throws {
    try await step {
      let records = try await groupRecords()
      _ = try await messenger.deleteGroup(identifier, refusingInvitations: refusing) {
        update throws(MessagingError) in
        try records.changes(update, isRetried: false)
      }
      try groupHistory.remove(identifier.text)
      try await store.remove(ChatRecord.shown(identifier.text, .groups))
    }
  }

  /// Writes a message for a group down; ``dispatch()`` seals and sends it.
  func write(_ content: ChatContent, to group: GroupIdentifier) async throws {
    guard content.encoded.count <= ChatContent.greatestForGroups else { throw ChatFault.unsendableText }
    let entry = OutboxEntry(
      try SystemRandomness().bytes(count: 16), to: messenger.address, at: Date(), content, group: group)
    try await enqueue(entry)
  }

  /// Takes what came for groups inside conversations; only within a step.
  ///
  /// - Parameter names: The records.
  /// - Throws: `MessagingError` when the state cannot be kept.
  func takeGroupContents(_ names: [RecordName]) async throws {
    for name in names {
      guard let record = try await store.record(name) else { continue }
      let content = try PendingGroupContent(decoding: record.bytes)
      let records = try await groupRecords()
      let removal = RecordChange(name, expectedVersion: record.version, bytes: nil)
      do throws(MessagingError) {
        let taken = try await messenger.receive(content.body, from: content.sender) {
          update throws(MessagingError) in
          try [removal] + records.changes(update)
        }
        if !taken.update.deliveries.isEmpty || !taken.update.unreachable.isEmpty { hasAnswers = true }
      } catch {
        // What a group refuses is of no use later, either.
        guard error.isRefusalOfGroup else { throw error }
        try await store.remove(name)
      }
    }
  }

  /// Opens a message of a group.
  ///
  /// - Returns: Whether it is in the history now; the relay may forget it in any case.
  /// - Throws: `MessagingError` when the state cannot be kept, and for a message that was forged.
  func openGroup(_ message: [UInt8], _ envelope: RelayedEnvelope, from sender: MessagingAddress) async throws
    -> Bool
  {
    try await step {
      guard let note = try await noteOfOpening(envelope.bytes) else { return false }
      let records = try await groupRecords()
      do throws(MessagingError) {
        _ = try await messenger.openGroupMessage(message, from: sender) { opened throws(MessagingError) in
          [note, try records.arrival(opened).change(0)]
        }
      } catch .group(.wrongEpoch), .group(.missingKey) {
        // The module keeps it until its key has come.
        return false
      } catch .group(.notMember) {
        return false
      }
      try await settle()
      return true
    }
  }

  // MARK: - Sending

  /// Seals a message for a group, or gives a member again what it missed, and puts what comes of it into the outbox.
  func deliver(_ number: UInt64, _ entry: OutboxEntry, in identifier: GroupIdentifier) async throws {
    let name = ChatRecord.outbox(number)
    guard let group = try await messenger.group(identifier) else {
      try await store.remove(name)
      throw MessagingError.group(.notMember)
    }
    if entry.content == nil {
      do { try await begin(with: entry.peer) } catch let fault as ChatFault {
        // Nobody is there who could be reached.
        try await store.remove(name)
        throw fault
      }
    } else {
      try await begin(withMembersOf: group)
    }
    try await step {
      guard let record = try await store.record(name) else { return }
      let entry = try OutboxEntry(decoding: record.bytes)
      let records = try await groupRecords()
      let removal = RecordChange(name, expectedVersion: record.version, bytes: nil)
      do throws(MessagingError) {
        if let content = entry.content {
          _ = try await group.seal(content.encoded) { sealed throws(MessagingError) in
            try [removal] + records.changes(sealed.update, sealed: sealed, isRetried: false)
          }
        } else {
          _ = try await group.resend(to: entry.peer) { update throws(MessagingError) in
            try [removal] + records.changes(update, isRetried: false)
          }
        }
      } catch {
        // A change came whose secret has not; the message waits for it.
        guard error.isRefusalOfGroup, error != .group(.wrongEpoch) else { throw error }
        try await store.remove(name)
        if entry.content != nil { throw error }
      }
    }
  }

  /// Sees to it that there are sessions with the members; who cannot be reached now gets its key with a later message.
  private func begin(withMembersOf group: Group) async throws {
    for member in try await group.members() where member.address != messenger.address {
      do {
        try await begin(with: member.address)
      } catch is ChatFault {
        continue
      } catch is RelayRefusal {
        continue
      } catch MessagingError.identity(.changed) {
        continue
      }
    }
  }

  private func groupRecords() async throws -> GroupRecords {
    GroupRecords(number: (try await outboxNumbers().last ?? 0) + 1, date: Date())
  }

  // MARK: - Finding

  /// Whether the sender of a message is verified, and the one that the group has.
  func isVerified(_ sender: String, in identifier: GroupIdentifier) async throws -> Bool {
    guard let address = PeerName(commandLine: sender)?.address,
      // There is no conversation with ourselves.
      address != messenger.address,
      let member = try await messenger.group(identifier)?.members().first(where: { $0.address == address })
    else { return false }
    let conversation = messenger.conversation(with: address)
    guard try await conversation.trust() == .verified else { return false }
    return try await conversation.peerIdentity()?.signingKey == member.signingKey
  }

  /// The groups, with their names.
  func groups() async throws -> [(group: Group, name: String)] {
    var found: [(group: Group, name: String)] = []
    for identifier in try await messenger.groups() {
      guard let group = try await messenger.group(identifier) else { continue }
      found.append((group, try await group.name()))
    }
    return found.sorted { ($0.name, $0.group.identifier.text) < ($1.name, $1.group.identifier.text) }
  }

  /// The group that somebody means: by its name, or by the beginning of its identifier.
  ///
  /// - Throws: ``ChatFault`` when there is none, or several.
  func group(called word: String) async throws -> Group {
    let all = try await groups()
    let named = all.filter { $0.name.utf8.elementsEqual(word.utf8) }
    let found = named.isEmpty ? all.filter { $0.group.identifier.isMeant(by: word) } : named
    guard let first = found.first else { throw ChatFault.noGroup(word) }
    guard found.count == 1 else { throw ChatFault.severalGroups(word) }
    return first.group
  }

  /// The group that somebody means and that the account is a member of.
  ///
  /// - Throws: ``ChatFault`` when there is none, several, or the account is no member any more.
  func ownGroup(called word: String) async throws -> (group: Group, members: [GroupMember]) {
    let group = try await group(called: word)
    let members = try await group.members()
    guard !members.isEmpty else { throw ChatFault.notInGroup(word) }
    return (group, members)
  }

  /// The name of a group as it is shown.
  func groupName(_ identifier: GroupIdentifier) async throws -> String {
    let name = try await messenger.group(identifier)?.name() ?? ""
    return name.isEmpty ? identifier.shortText : name
  }
}
