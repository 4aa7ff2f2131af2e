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
  ///   - changes: Changes of the application's own records that belong to the step, such as its outbox. They are committed
  ///     with the step or not at all. It is asked again when another process was first.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``; ``MessagingError/conversation(_:)`` with ``ConversationFault/noSession``.
  public func add(
    _ address: MessagingAddress,
    isAdmin: Bool = false,
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> GroupUpdate {
    guard let key = try await context.channel.signingKey(of: address) else { throw .conversation(.noSession) }
    return try await change(changes) { _ in .add(address: address, signingKey: key, isAdmin: isAdmin) }
  }

  /// Removes a member, who reads nothing that is sealed from then on.
  ///
  /// - Parameters:
  ///   - address: Who is removed.
  ///   - changes: Changes of the application's own records that belong to the step, such as its outbox. They are committed
  ///     with the step or not at all. It is asked again when another process was first.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``.
  public func remove(
    _ address: MessagingAddress,
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> GroupUpdate {
    try await change(changes) { state in
      state.member(at: address).map { .remove(index: $0.index, statement: nil) }
    }
  }

  /// Gives the group another name.
  ///
  /// - Parameters:
  ///   - name: The name, at most 256 bytes of UTF-8.
  ///   - changes: Changes of the application's own records that belong to the step, such as its outbox. They are committed
  ///     with the step or not at all. It is asked again when another process was first.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``.
  public func rename(
    _ name: String,
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> GroupUpdate {
    try await change(changes) { _ in .rename(name) }
  }

  /// Leaves the group and forgets its keys at once; another member makes the change.
  ///
  /// A member may add us again. ``Messenger/deleteGroup(_:refusingInvitations:recording:)`` forgets the members and the
  /// name as well.
  ///
  /// - Parameter changes: Changes of the application's own records that belong to the step. They are committed with the step
  ///   or not at all. It is asked again when another process was first.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notMember``.
  public func leave(
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> GroupUpdate {
    try await update(changes) { machine, means throws(MessagingError) in try machine.leave(means) }
  }

  /// Seals a message for all members.
  ///
  /// - Parameters:
  ///   - bytes: The text, at most 64 KiB; larger ones go as an ``Attachment``.
  ///   - changes: Changes of the application's own records that belong to the message, such as a line of its history or of
  ///     its outbox, which should hold ``SealedGroupMessage/update`` as well. They are committed with the step or not at
  ///     all. It is asked again, with another message, when another process was first.
  /// - Returns: The message, and what has to reach members before it.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)`` with ``MessageFault/tooLarge``.
  public func seal(
    _ bytes: [UInt8],
    recording changes: @Sendable (SealedGroupMessage) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> SealedGroupMessage {
    let own = context.own
    // Who leaves is taken out before, which changes everything.
    let needed: (GroupMachine) -> [GroupPart]? = { machine in
      machine.leaves.isEmpty ? [.sending(machine.history.head.head)] : nil
    }
    return try await step(needing: needed) { machine, means throws(MessagingError) in
      let (message, outgoing) = try machine.seal(bytes, means)
      let recipients = machine.history.head.members.filter { $0.peer != own }.map(\.address)
      return (
        GroupStep(outgoing: outgoing),
        { SealedGroupMessage(message: message, recipients: recipients, update: $0) }
      )
    } recording: { sealed throws(MessagingError) in
      try changes(sealed)
    }
  }

  /// Opens a message of the group, once.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - sender: Who the transport says sent it, if it says so; another sender is refused.
  ///   - changes: Changes of the application's own records that belong to the message, such as a line of its history. They
  ///     are committed with the step or not at all, so that a crash neither loses nor repeats a message. It is asked again
  ///     when another process was first.
  /// - Returns: The text, and the member who proved to have sent it.
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/wrongEpoch`` or ``GroupFault/missingKey`` for a message that
  ///   came before its key: it is kept, and the update of ``receive(_:from:recording:)`` that brings the key gives it.
  ///   Otherwise ``MessagingError/group(_:)``, ``MessagingError/message(_:)``: drop it.
  public func open(
    _ message: [UInt8],
    from sender: MessagingAddress? = nil,
    recording changes: @Sendable (OpenedGroupMessage) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> OpenedGroupMessage {
    let identifier = identifier
    let tag = try GroupMessage(decoding: message).tag
    let needed: (GroupMachine) -> [GroupPart]? = { machine in
      machine.epochs.first { $0.keys.tag == tag }.map { [.receiving($0.head)] } ?? []
    }
    for _ in 0..<GroupContext.attempts {
      do throws(MessagingError) {
        return try await step(needing: needed) { machine, means throws(MessagingError) in
          let opened = try machine.open(message, now: means.now)
          guard sender == nil || sender == opened.sender.address else { throw .group(.invalid) }
          let result = OpenedGroupMessage(
            group: identifier, sender: opened.sender.address, bytes: opened.text)
          return (GroupStep(), { _ in result })
        } recording: { opened throws(MessagingError) in
          try changes(opened)
        }
      } catch {
        guard Self.isTooEarly(error) else { throw error }
        if try await hold(message, from: sender) { throw error }
      }
    }
    throw .storage(.conflict)
  }

  /// Keeps a message that came too early; `false` when another process has brought what it needs.
  private func hold(_ message: [UInt8], from sender: MessagingAddress?) async throws(MessagingError) -> Bool {
    let before = try await load()
    var machine = before.machine
    do throws(MessagingError) {
      _ = try machine.open(message, now: context.means.now)
      return false
    } catch { guard Self.isTooEarly(error) else { return false } }
    do throws(MessagingError) { try await context.hold(message, from: sender, over: before) } catch .storage(
      .conflict)
    { return false }
    return true
  }

  private static func isTooEarly(_ error: MessagingError) -> Bool {
    error == .group(.wrongEpoch) || error == .group(.missingKey)
  }

  /// Takes what a conversation opened as content of kind `group` for this group.
  ///
  /// What comes before the change that makes its sender a member is kept, and taken after it.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - sender: The peer of that conversation.
  ///   - changes: Changes of the application's own records that belong to the step, such as lines of its history for
  ///     ``GroupUpdate/messages``. They are committed with the step or not at all. It is asked again when another process
  ///     was first.
  /// - Returns: What happened, messages that can be opened now, and what has to be delivered.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``. The group is as it was then.
  public func receive(
    _ content: [UInt8],
    from sender: MessagingAddress,
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> GroupUpdate {
    let peer = try await context.peer(sender)
    let decoded = try GroupContent(decoding: SharedSecretBytes(SecretBytes(copying: content)))
    await gate.enter()
    defer { gate.leave() }
    for _ in 0..<GroupContext.attempts {
      let before = try await load()
      var (machine, step) = (before.machine, GroupStep())
      do throws(MessagingError) {
        let received = try machine.receive(decoded, from: peer, context.means)
        (step.events, step.outgoing) = (received.events, received.outgoing)
      } catch {
        guard GroupContext.mayComeLater(error), decoded.isOvertaking else { throw error }
        do throws(MessagingError) {
          return try await context.hold(content, of: identifier, from: peer, over: before, recording: changes)
        } catch .storage(.conflict) { continue }
      }
      try await context.takeHeld(&machine, &step, since: before.machine.history)
      do throws(MessagingError) {
        return try await context.keep(machine, over: before, step, recording: changes)
      } catch .storage(.conflict) { continue }
    }
    throw .storage(.conflict)
  }

  /// Asks a member for the changes and the key that we miss.
  ///
  /// - Parameters:
  ///   - address: The member.
  ///   - changes: Changes of the application's own records that belong to the step, such as its outbox. They are committed
  ///     with the step or not at all. It is asked again when another process was first.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notMember``.
  public func request(
    from address: MessagingAddress,
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> GroupUpdate {
    try await update(changes) { machine, _ throws(MessagingError) in
      guard machine.me != nil, let member = machine.history.head.member(at: address) else {
        throw .group(.notMember)
      }
      return [machine.send(.request, to: member.peer)]
    }
  }

  /// Gives a member again what a lost delivery or a new conversation made it miss: the changes and our key.
  ///
  /// - Parameters:
  ///   - address: The member.
  ///   - changes: Changes of the application's own records that belong to the step, such as its outbox. They are committed
  ///     with the step or not at all. It is asked again when another process was first.
  /// - Returns: What has to be delivered.
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notMember``.
  public func resend(
    to address: MessagingAddress,
    recording changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> GroupUpdate {
    try await update(changes) { machine, means throws(MessagingError) in
      guard let member = machine.history.head.member(at: address) else { throw .group(.notMember) }
      let request = GroupContent(machine.identifier, .request)
      return try machine.receive(request, from: member.peer, means).outgoing
    }
  }

  /// Forgets keys of skipped messages that are too old.
  func tick() async throws(MessagingError) {
    _ = try await update({ _ in [] }) { machine, means throws(MessagingError) in
      machine.bound(now: means.now)
      return []
    }
  }

  private func change(
    _ changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange],
    _ deed: @Sendable (GroupState) -> GroupDeed?
  ) async throws(MessagingError) -> GroupUpdate {
    try await update(changes) { machine, means throws(MessagingError) in
      guard let deed = deed(machine.history.head) else { throw .group(.notMember) }
      return try machine.change(deed, means)
    }
  }

  private func load(
    needing needed: (GroupMachine) -> [GroupPart]? = { _ in nil }
  ) async throws(MessagingError) -> GroupSnapshot {
    guard let loaded = try await context.load(identifier, needing: needed) else { throw .group(.notMember) }
    return loaded
  }

  /// Makes a step of which only an update comes.
  private func update(
    _ changes: @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange],
    _ body: (inout GroupMachine, GroupMachine.Means) throws(MessagingError) -> [GroupMachine.Outgoing]
  ) async throws(MessagingError) -> GroupUpdate {
    try await step { machine, means throws(MessagingError) in
      (GroupStep(outgoing: try body(&machine, means)), { $0 })
    } recording: { update throws(MessagingError) in
      try changes(update)
    }
  }

  /// Makes a step, keeps it, and gives what it gave; once more when another process was faster.
  private func step<Result>(
    needing needed: (GroupMachine) -> [GroupPart]? = { _ in nil },
    _ body: (inout GroupMachine, GroupMachine.Means) throws(MessagingError) -> (
      GroupStep, (GroupUpdate) -> Result
    ),
    recording changes: (Result) throws(MessagingError) -> [RecordChange]
  ) async throws(MessagingError) -> Result {
    await gate.enter()
    defer { gate.leave() }
    for _ in 0..<GroupContext.attempts {
      let before = try await load(needing: needed)
      var machine = before.machine
      let (step, result) = try body(&machine, context.means)
      do throws(MessagingError) {
        return result(
          try await context.keep(machine, over: before, step) { update throws(MessagingError) in
            try changes(result(update))
          })
      } catch .storage(.conflict) { continue }
    }
    throw .storage(.conflict)
  }
}
