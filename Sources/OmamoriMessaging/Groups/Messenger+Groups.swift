import OmamoriCore
import OmamoriCrypto

extension Messenger {
  /// Creates a group of us and others, with each of whom there is a conversation.
  ///
  /// - Parameters:
  ///   - addresses: The other members, at most 255.
  ///   - name: The name, at most 256 bytes of UTF-8; members alone can read it.
  ///   - changes: Changes of the application's own records that belong to the step, such as its outbox. They are committed
  ///     with the step or not at all. It is asked again when another process was first.
  /// - Returns: The group, and what has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``; ``MessagingError/conversation(_:)`` with ``ConversationFault/noSession`` when
  ///   there is no conversation with one of them.
  public nonisolated func createGroup(
    with addresses: [MessagingAddress],
    name: String = "",
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> (group: Group, update: GroupUpdate) {
    try await groupContext().create(name: name, with: addresses, recording: changes)
  }

  /// A group that this account is or was in.
  ///
  /// - Parameter identifier: Which group.
  /// - Returns: The group; `nil` when it is not known.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/keychain(_:)``.
  public nonisolated func group(_ identifier: GroupIdentifier) async throws(MessagingError) -> Group? {
    guard try await context.store.record(GroupPart.main.name(in: identifier)) != nil else { return nil }
    return Group(identifier, try groupContext())
  }

  /// All groups that this account is or was in.
  ///
  /// - Returns: The groups, in no order.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/keychain(_:)``.
  public nonisolated func groups() async throws(MessagingError) -> [GroupIdentifier] {
    var identifiers: [GroupIdentifier] = []
    for name in try await context.store.names(of: .group) where name.key.count == GroupIdentifier.byteCount {
      identifiers.append(try GroupIdentifier(bytes: name.key))
    }
    return identifiers
  }

  /// Takes what a conversation opened as a message of kind `group`: changes and keys of a group that is known, or the
  /// welcome to one that is not.
  ///
  /// What comes before the welcome of its group is kept, and taken after it.
  ///
  /// - Parameters:
  ///   - message: What the conversation opened.
  ///   - changes: As for ``Group/receive(_:from:recording:)``.
  /// - Returns: The group, what happened, messages that can be opened now, and what has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``; nothing has changed then.
  public nonisolated func receive(
    _ message: ReceivedMessage,
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> (group: Group, update: GroupUpdate) {
    guard message.kind == .group else { throw .message(.unsupported) }
    return try await receive(message.body, from: message.sender, recording: changes)
  }

  /// Takes what a conversation opened as a message of kind `group` and an application recorded, as
  /// ``receive(_:recording:)`` does.
  ///
  /// - Parameters:
  ///   - content: ``ReceivedMessage/body``.
  ///   - sender: ``ReceivedMessage/sender``.
  ///   - changes: As for ``Group/receive(_:from:recording:)``.
  /// - Returns: The group, what happened, messages that can be opened now, and what has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``; nothing has changed then.
  public nonisolated func receive(
    _ content: [UInt8],
    from sender: MessagingAddress,
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> (group: Group, update: GroupUpdate) {
    try await groupContext().receive(content, from: sender, recording: changes)
  }

  /// Leaves a group if we are in it, and forgets its members, its name and its keys.
  ///
  /// What is kept is that it was deleted, so that a welcome from before does not bring it back. A member can still add us
  /// again unless invitations are refused; calling this again without refusing takes them again.
  ///
  /// - Parameters:
  ///   - identifier: The group.
  ///   - refuses: Whether every later invitation to the group is refused.
  ///   - changes: Changes of the application's own records that belong to the step. They are committed with the step or not
  ///     at all. It is asked again when another process was first.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notMember`` for a group that was never known.
  public nonisolated func deleteGroup(
    _ identifier: GroupIdentifier,
    refusingInvitations refuses: Bool = false,
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> GroupUpdate {
    try await groupContext().delete(identifier, refusingInvitations: refuses, recording: changes)
  }

  /// Opens a message of any group of this account.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - sender: Who the transport says sent it, if it says so; another sender is refused.
  ///   - changes: As for ``Group/open(_:from:recording:)``.
  /// - Returns: The group, and what ``Group/open(_:from:recording:)`` gives.
  /// - Throws: As ``Group/open(_:from:recording:)``; ``MessagingError/group(_:)`` with ``GroupFault/wrongEpoch`` when it
  ///   belongs to no group and epoch that is known, and is kept until it does.
  public nonisolated func openGroupMessage(
    _ message: [UInt8],
    from sender: MessagingAddress? = nil,
    recording changes: @Sendable (OpenedGroupMessage) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> (group: Group, message: OpenedGroupMessage) {
    let tag = try GroupMessage(decoding: message).tag
    let groups = try groupContext()
    let remembered = groups.memory.identifier(ofTag: tag).map { [$0] } ?? []
    for identifier in try await remembered.isEmpty ? self.groups() : remembered {
      let known: GroupSnapshot?
      do throws(MessagingError) {
        known = try await groups.load(identifier, needing: { _ in [] })
      } catch .storage(.damaged) {
        // Another group may be the one.
        continue
      }
      guard known?.machine.hasEpoch(tagged: tag) == true else { continue }
      let group = Group(identifier, groups)
      return (group, try await group.open(message, from: sender, recording: changes))
    }
    try await groups.hold(message, from: sender)
    throw .group(.wrongEpoch)
  }

  /// Forgets keys of skipped messages and what waits when they are too old.
  nonisolated func pruneGroups() async throws(MessagingError) {
    let groups = try groupContext()
    try await groups.dropOldItems()
    for identifier in try await self.groups() {
      // What is damaged keeps nothing else from being forgotten.
      do throws(MessagingError) { try await Group(identifier, groups).tick() } catch .storage(.damaged) {
        continue
      }
    }
  }

  private nonisolated func groupContext() throws(MessagingError) -> GroupContext {
    let account = context.account
    return GroupContext(
      own: GroupMachine.Peer(
        address: account.address, signingKey: account.identity.peer.signingKey),
      signingKey: try account.identity.groupSigningKey(), store: context.store,
      channel: ConversationChannel(messenger: self), randomness: context.randomness, clock: context.clock,
      memory: groupMemory)
  }
}

extension MessagingIdentity {
  /// The key that signs changes of groups, each kind under a label of its own.
  func groupSigningKey() throws(MessagingError) -> Curve25519.Signing.PrivateKey {
    let encoded = encoded
    var reader = ByteReader(encoded.bytes, .identity(.invalid))
    _ = try reader.bytes(1)
    let secret = try reader.secret(32)
    do {
      return try secret.withBytes { span in
        // because the key copies the bytes
        try unsafe span.withUnsafeBytes { try unsafe Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
      }
    } catch { throw .identity(.invalid) }
  }
}
