import OmamoriCore
import OmamoriCrypto

/// A group of an account: who is in it, and messages that all of them read.
///
/// Each member seals with a chain of its own, which the others get inside their conversations before the first message.
/// Every change of the members begins an epoch with new chains, so who was removed reads nothing later, and who was added
/// nothing earlier. What a step gives is committed to the store before it leaves. Several processes may share the store.
/// An actor; safe to use from any thread.
public actor Group {
  /// Which group.
  public nonisolated let identifier: GroupIdentifier
  private let context: GroupContext
  private let gate = SerialGate()

  init(_ identifier: GroupIdentifier, _ context: GroupContext) {
    (self.identifier, self.context) = (identifier, context)
  }

  /// The members now, in the order in which they came; empty when we are none.
  ///
  /// - Returns: The members.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/keychain(_:)``.
  public func members() async throws(MessagingError) -> [GroupMember] {
    let machine = try await load().machine
    return machine.me == nil ? [] : machine.history.head.members
  }

  /// The name of the group, which members alone can read.
  ///
  /// - Returns: The name.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/keychain(_:)``.
  public func name() async throws(MessagingError) -> String { try await load().machine.history.head.name }

  /// Adds somebody with whom there is a conversation.
  ///
  /// Earlier messages stay closed for the new member.
  ///
  /// - Parameters:
  ///   - address: Who is added.
  ///   - isAdmin: Whether the new member may add, remove and rename.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``; ``MessagingError/conversation(_:)`` with ``ConversationFault/noSession``.
  public func add(_ address: MessagingAddress, isAdmin: Bool = false) async throws(MessagingError)
    -> GroupUpdate
  {
    guard let key = try await context.channel.signingKey(of: address) else { throw .conversation(.noSession) }
    return try await change { _ in .add(address: address, signingKey: key, isAdmin: isAdmin) }
  }

  /// Removes a member, who reads nothing that is sealed from then on.
  ///
  /// - Parameter address: Who is removed.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``.
  public func remove(_ address: MessagingAddress) async throws(MessagingError) -> GroupUpdate {
    try await change { state in
      state.member(at: address).map { .remove(index: $0.index, statement: nil) }
    }
  }

  /// Gives the group another name.
  ///
  /// - Parameter name: The name, at most 256 bytes of UTF-8.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``.
  public func rename(_ name: String) async throws(MessagingError) -> GroupUpdate {
    try await change { _ in .rename(name) }
  }

  /// Leaves the group and forgets its keys at once; another member makes the change.
  ///
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notMember``.
  public func leave() async throws(MessagingError) -> GroupUpdate {
    try await step { machine, means throws(MessagingError) in ((), try machine.leave(means)) }.update
  }

  /// Seals a message for all members.
  ///
  /// - Parameter bytes: The text, at most 64 KiB; larger ones go as an ``Attachment``.
  /// - Returns: The message, and what has to reach members before it.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)`` with ``MessageFault/tooLarge``.
  public func seal(_ bytes: [UInt8]) async throws(MessagingError) -> SealedGroupMessage {
    let own = context.own
    let (sealed, update) = try await step { machine, means throws(MessagingError) in
      let (message, outgoing) = try machine.seal(bytes, means)
      let recipients = machine.history.head.members.filter { $0.peer != own }.map(\.address)
      return ((message, recipients), outgoing)
    }
    return SealedGroupMessage(message: sealed.0, recipients: sealed.1, update: update)
  }

  /// Opens a message of the group, once.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - sender: Who the transport says sent it, if it says so; another sender is refused.
  /// - Returns: The text, and the member who proved to have sent it.
  /// - Throws: ``MessagingError/group(_:)``: with ``GroupFault/wrongEpoch`` or ``GroupFault/missingKey`` the message may
  ///   open later, see ``request(from:)``. ``MessagingError/message(_:)``. The group is as it was then.
  public func open(
    _ message: [UInt8],
    from sender: MessagingAddress? = nil
  ) async throws(MessagingError) -> OpenedGroupMessage {
    try await step { machine, means throws(MessagingError) in
      let opened = try machine.open(message, now: means.now)
      guard sender == nil || sender == opened.sender.address else { throw .group(.invalid) }
      return (OpenedGroupMessage(sender: opened.sender.address, bytes: opened.text), [])
    }.result
  }

  /// Takes what a conversation opened as content of kind `group` for this group.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - sender: The peer of that conversation.
  /// - Returns: What happened, and what has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``. The group is as it was then.
  public func receive(
    _ content: [UInt8],
    from sender: MessagingAddress
  ) async throws(MessagingError) -> GroupUpdate {
    let peer = try await context.peer(sender)
    let decoded = try GroupContent(decoding: SharedSecretBytes(SecretBytes(copying: content)))
    var (events, update) = try await step { machine, means throws(MessagingError) in
      let received = try machine.receive(decoded, from: peer, means)
      return (received.events, received.outgoing)
    }
    update.events = events
    return update
  }

  /// Asks a member for the changes and the key that we miss.
  ///
  /// Who missed more than 32 changes asks an administrator: where changes do not lead from what is known, nobody else is
  /// believed.
  ///
  /// - Parameter address: The member.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notMember``.
  public func request(from address: MessagingAddress) async throws(MessagingError) -> GroupUpdate {
    try await step { machine, _ throws(MessagingError) in
      guard machine.me != nil, let member = machine.history.head.member(at: address) else {
        throw .group(.notMember)
      }
      return ((), [machine.send(.request, to: member)])
    }.update
  }

  /// Gives a member again what a lost delivery or a new conversation made it miss: the changes and our key.
  ///
  /// - Parameter address: The member.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notMember``.
  public func resend(to address: MessagingAddress) async throws(MessagingError) -> GroupUpdate {
    try await step { machine, means throws(MessagingError) in
      guard let member = machine.history.head.member(at: address) else { throw .group(.notMember) }
      let request = GroupContent(machine.identifier, .request)
      return ((), try machine.receive(request, from: member.peer, means).outgoing)
    }.update
  }

  private func change(
    _ deed: @Sendable (GroupState) -> GroupDeed?
  ) async throws(MessagingError) -> GroupUpdate {
    try await step { machine, means throws(MessagingError) in
      guard let deed = deed(machine.history.head) else { throw .group(.notMember) }
      return ((), try machine.change(deed, means))
    }.update
  }

  private func load() async throws(MessagingError) -> (machine: GroupMachine, version: UInt64) {
    guard let loaded = try await context.load(identifier) else { throw .group(.notMember) }
    return loaded
  }

  /// Makes a step, keeps it, and gives what it gave; once more when another process was faster.
  private func step<Result>(
    _ body: (inout GroupMachine, GroupMachine.Means) throws(MessagingError) -> (
      Result, [GroupMachine.Outgoing]
    )
  ) async throws(MessagingError) -> (result: Result, update: GroupUpdate) {
    await gate.enter()
    defer { gate.leave() }
    for _ in 0..<GroupContext.attempts {
      var (machine, version) = try await load()
      let (result, outgoing) = try body(&machine, context.means)
      do throws(MessagingError) {
        return (result, try await context.keep(machine, over: version, outgoing))
      } catch .storage(.conflict) { continue }
    }
    throw .storage(.conflict)
  }
}
