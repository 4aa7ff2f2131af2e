import OmamoriCore

/// A conversation with one device of a peer.
///
/// Each step is committed to the store before its envelope or its message leaves this type: after a crash a key is never
/// used again. When another process changed the conversation in between, the step is repeated with the new state. A
/// step that was committed is not undone by cancelling. Safe to use from any thread and, as far as the store is, from
/// several processes.
public actor Conversation {
  /// The other side.
  public nonisolated let remote: MessagingAddress
  private let context: MessengerContext
  private let names: ConversationRecordNames
  private let gate = SerialGate()
  private var memory = ConversationMemory()

  init(_ context: MessengerContext, with remote: MessagingAddress) {
    self.context = context
    self.remote = remote
    names = ConversationRecordNames(of: remote)
  }

  // MARK: - Messages

  /// Begins a session with a bundle that the server gave out for the peer.
  ///
  /// - Parameter bundle: The bundle.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/changed`` when it has another identity than before:
  ///   then nothing is sent until ``accept(_:)`` or ``refuse(_:)``; ``MessagingError/prekey(_:)``;
  ///   ``MessagingError/storage(_:)``, with ``ConversationStorageFault/missing`` when another account was restored into
  ///   the store.
  public func start(with bundle: KeyBundle) async throws(MessagingError) {
    _ = try await perform(.start(bundle))
  }

  /// Seals a message.
  ///
  /// - Parameters:
  ///   - body: The message, at most 256 KiB; send more as an attachment.
  ///   - changes: Changes of the application's own records that belong to the message, such as a line of its history or
  ///     of its outbox. They are committed with the step or not at all. It is asked again, with another message, when
  ///     another process was first.
  /// - Returns: The encoded ``Envelope`` for the server.
  /// - Throws: ``MessagingError/conversation(_:)`` with ``ConversationFault/noSession`` when a session has to be started;
  ///   ``MessagingError/identity(_:)`` with ``IdentityFault/changed`` as long as another identity waits for an answer;
  ///   ``MessagingError/message(_:)`` with ``MessageFault/tooLarge``; ``MessagingError/storage(_:)``.
  public func seal(
    _ body: [UInt8],
    recording changes: @Sendable (SentMessage) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> [UInt8] {
    try await seal(body, as: .application, recording: changes)
  }

  /// Seals a message of any kind.
  func seal(
    _ body: [UInt8], as kind: MessageKind,
    recording changes: @Sendable (SentMessage) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> [UInt8] {
    try await perform(.send(kind, body), recordingSent: changes).sent()
  }

  /// Opens an envelope from the peer.
  ///
  /// - Parameters:
  ///   - envelope: The encoded ``Envelope``.
  ///   - changes: Changes of the application's own records that belong to the message, such as a line of its history.
  ///     They are committed with the step or not at all, so that a crash neither loses nor repeats a message. It is
  ///     asked again when another process was first.
  /// - Returns: The message.
  /// - Throws: ``MessagingError/message(_:)``: nothing changed, drop the envelope. ``MessagingError/identity(_:)`` with
  ///   ``IdentityFault/changed``: keep the envelope and open it again after ``accept(_:)``, or drop it when ``trust()`` is
  ///   not ``PeerTrust/changed(_:)``, since the identity was refused then. When
  ///   ``MessagingError/suggestsReset`` is true, ``reset(with:isForced:)`` makes the conversation work again.
  ///   ``MessagingError/storage(_:)``: try again later.
  public func open(
    _ envelope: [UInt8],
    recording changes: @Sendable (ReceivedMessage) throws(MessagingError) -> [RecordChange] = { _ in [] }
  ) async throws(MessagingError) -> ReceivedMessage {
    try await perform(.receive(envelope), recordingReceived: changes).received()
  }

  /// Begins a new session because messages cannot be opened, and tells the peer.
  ///
  /// The sessions before stay good for receiving. It is done once an hour at most, however many messages cannot be
  /// opened.
  ///
  /// - Parameters:
  ///   - bundle: A bundle that the server gave out for the peer.
  ///   - isForced: Whether a person asked for it, which has no limit.
  /// - Returns: The encoded ``Envelope`` for the server.
  /// - Throws: ``MessagingError/conversation(_:)`` with ``ConversationFault/resetTooSoon``; what ``start(with:)`` throws.
  public func reset(
    with bundle: KeyBundle, isForced: Bool = false
  ) async throws(MessagingError) -> [UInt8] {
    try await perform(.reset(bundle, isForced: isForced)).sent()
  }

  /// Whether ``reset(with:isForced:)`` would be done now, so that no bundle is fetched in vain.
  ///
  /// - Throws: ``MessagingError/storage(_:)``.
  public func mayReset() async throws(MessagingError) -> Bool {
    try await state().archive.mayReset(at: MessageTime.milliseconds(context.clock.date))
  }

  /// Whether there is a session to send with.
  ///
  /// - Throws: ``MessagingError/storage(_:)``.
  public func hasSession() async throws(MessagingError) -> Bool {
    let machine = try await state()
    guard let peer = machine.peer else { return false }
    let time = MessageTime.milliseconds(context.clock.date)
    return machine.archive.sendingIndex(to: peer.digest, at: time) != nil
  }

  // MARK: - The peer's identity

  /// What was said about the identity of the peer.
  ///
  /// - Throws: ``MessagingError/storage(_:)``.
  public func trust() async throws(MessagingError) -> PeerTrust { try await state().trust }

  /// The identity that messages are sent to and taken from, or `nil` when none is known.
  ///
  /// - Throws: ``MessagingError/storage(_:)``.
  public func peerIdentity() async throws(MessagingError) -> PeerIdentity? {
    try await state().peer?.identity
  }

  /// The number that two people compare, 60 digits, the same on both sides.
  ///
  /// - Returns: The number, for the identity that waits for an answer when there is one, and `nil` when no identity is
  ///   known.
  /// - Throws: ``MessagingError/storage(_:)``.
  public func safetyNumber() async throws(MessagingError) -> SafetyNumber? {
    guard let peer = try await state().peer else { return nil }
    return SafetyNumber(
      of: context.account.identity.peer, at: context.account.address, with: peer.changed ?? peer.identity,
      at: remote)
  }

  /// Takes note that a person compared the safety number of an identity, or takes it back.
  ///
  /// - Parameters:
  ///   - identity: The identity that was compared.
  ///   - isVerified: Whether it is the peer's.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/changed`` when it is not the identity that messages
  ///   go to now; ``MessagingError/storage(_:)``.
  public func markVerified(_ identity: PeerIdentity, isVerified: Bool = true) async throws(MessagingError) {
    _ = try await perform(.verify(isVerified, identity))
  }

  /// Takes another identity in place of the one before.
  ///
  /// It is not verified, and the sessions of the one before end.
  ///
  /// - Parameter identity: The identity of ``PeerTrust/changed(_:)``; another one is refused, so that nobody can put a
  ///   third one in its place while a person thinks. When none waits, an identity that was refused before can be
  ///   accepted after all, for example ``KeyBundle/identity`` of the bundle that ``start(with:)`` refuses.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/changed``; ``MessagingError/storage(_:)``.
  public func accept(_ identity: PeerIdentity) async throws(MessagingError) {
    _ = try await perform(.accept(identity))
  }

  /// Stays with the identity before.
  ///
  /// Messages under the other one are refused from now on without asking again; ``accept(_:)`` takes that back.
  ///
  /// - Parameter identity: The identity of ``PeerTrust/changed(_:)``.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/changed``; ``MessagingError/storage(_:)``.
  public func refuse(_ identity: PeerIdentity) async throws(MessagingError) {
    _ = try await perform(.refuse(identity))
  }

  /// Forgets sessions that nobody answered for 30 days.
  func tick() async throws(MessagingError) { _ = try await perform(.clock) }

  // MARK: - Steps

  private func state() async throws(MessagingError) -> ConversationMachine {
    try await read(for: .clock).machine
  }

  private func read(for event: ConversationEvent) async throws(MessagingError) -> ConversationState {
    try await ConversationState(
      of: context.account, with: remote, in: context.store, called: names, for: event, remembering: memory)
  }

  private func perform(
    _ event: ConversationEvent,
    recordingSent sent: @Sendable (SentMessage) throws(MessagingError) -> [RecordChange] = { _ in [] },
    recordingReceived received: @Sendable (ReceivedMessage) throws(MessagingError) -> [RecordChange] = { _ in
      []
    }
  ) async throws(MessagingError) -> ConversationOutcome {
    await gate.enter()
    defer { gate.leave() }
    for _ in 0..<MessengerContext.greatestAttemptCount {
      if Task.isCancelled { throw .cancelled }
      var state = try await read(for: event)
      let actions = state.machine.handle(event, now: context.clock.date, randomness: context.randomness)
      let outcome = ConversationOutcome(actions)
      var changes = try state.changes(keeping: outcome.kept)
      // Another process may have made a step between the reads; what it left half seen says nothing.
      if outcome.refusal != nil, changes.isEmpty, try await !state.isCurrent(in: context.store) { continue }
      if let message = outcome.sentMessage { changes += try Self.checked(try sent(message)) }
      if let message = outcome.receivedMessage { changes += try Self.checked(try received(message)) }
      do throws(MessagingError) {
        if !changes.isEmpty { try await context.store.commit(changes) }
      } catch {
        guard error == .storage(.conflict) else { throw error }
        continue
      }
      memory = state.memory
      for event in outcome.events { context.events.record(event) }
      if let refusal = outcome.refusal { throw refusal }
      return outcome
    }
    throw .storage(.conflict)
  }

  static func checked(_ changes: [RecordChange]) throws(MessagingError) -> [RecordChange] {
    for change in changes where change.name.kind != .application {
      throw .conversation(.reservedRecord)
    }
    return changes
  }
}
