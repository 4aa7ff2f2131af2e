import OmamoriCore
import OmamoriMessaging

extension ChatAccount {
  /// What came, besides the messages, which are in the history.
  struct Delivery: Sendable {
    /// How many messages came.
    var count = 0
    /// What could not be opened, with the name of the peer.
    var faults: [(peer: String, error: MessagingError)] = []
  }

  /// Fetches what waits at the relay and brings it into the history; the relay forgets it afterwards.
  ///
  /// - Parameter seconds: How long to wait for something, 0 for not at all.
  /// - Returns: What came.
  /// - Throws: ``RelayUnreachable``, ``RelayRefusal``, `MessagingError` when the state cannot be kept, ``ChatFault`` when
  ///   the account was restored elsewhere.
  func receive(wait seconds: Int = 0) async throws -> Delivery {
    try await staysHere()
    var delivery = Delivery()
    var (wait, hasMore) = (seconds, true)
    while hasMore {
      if isLookingAgain { (position, wait, isLookingAgain) = (0, 0, false) }
      let page = try await relay.envelopes(after: position, wait: wait)
      (wait, hasMore) = (0, page.more && !page.list.isEmpty)
      var done: [RelayedEnvelope] = []
      var end: ChatFault?
      for envelope in page.list where end == nil {
        do {
          if try await open(envelope, &delivery) { done.append(envelope) }
        } catch let error as ChatFault {
          // What was opened before it is done with.
          end = error
        }
        position = max(position, envelope.sequence)
      }
      try await relay.acknowledge(done.map(\.sequence))
      try await forget(done.map(\.bytes))
      if let end { throw end }
    }
    if !hasLeftMark { try await leaveMark() }
    if hasAnswers {
      hasAnswers = false
      // What cannot be sent now waits like everything else.
      _ = try await dispatch()
    }
    return delivery
  }

  /// Opens an envelope.
  ///
  /// - Returns: Whether the relay may forget it.
  private func open(_ envelope: RelayedEnvelope, _ delivery: inout Delivery) async throws -> Bool {
    guard let sender = envelope.sender else { return true }
    guard sender != messenger.address else { return try await take(envelope) }
    let conversation = messenger.conversation(with: sender)
    do {
      if let message = GroupParcel.message(of: envelope.bytes) {
        if try await openGroup(message, envelope, from: sender) { delivery.count += 1 }
        return true
      }
      let isMessage: Bool? = try await step {
        guard let note = try await noteOfOpening(envelope.bytes) else { return nil }
        let message = try await conversation.open(envelope.bytes) { message throws(MessagingError) in
          let identifier = message.identifier.bytes
          let (name, bytes): (RecordName, SharedSecretBytes)
          switch message.kind {
          case .application: (name, bytes) = (ChatRecord.arrival(identifier), Arrival(message).encoded)
          case .group:
            (name, bytes) = (ChatRecord.groupContent(identifier), PendingGroupContent(message).encoded)
          default: return [note]
          }
          return [note, RecordChange(name, expectedVersion: 0, bytes: bytes)]
        }
        try await settle()
        return message.kind == .application
      }
      if isMessage == true { delivery.count += 1 }
      return true
    } catch let error as MessagingError {
      switch error {
      case .storage, .keychain, .core, .system, .cancelled: throw error
      case .message(.replayed): return true
      default: break
      }
      delivery.faults.append((sender.name, error))
      if error == .identity(.changed) { return false }
      if error.suggestsReset { try await renew(conversation) }
      return true
    }
  }

  /// The change that notes that an envelope was opened; `nil` when it was before.
  func noteOfOpening(_ envelope: [UInt8]) async throws -> RecordChange? {
    let record = try await store.record(ChatRecord.opened)
    var opened = try record.map { try OpenedEnvelopes(decoding: $0.bytes) } ?? OpenedEnvelopes()
    if opened.contains(envelope) { return nil }
    opened.insert(envelope)
    return RecordChange(ChatRecord.opened, expectedVersion: record?.version ?? 0, bytes: opened.encoded)
  }

  /// Begins a new session with a peer whose messages cannot be opened, once an hour at most.
  ///
  /// A peer whom the person never wrote to gets no answer: it would make the peer a contact at the relay.
  private func renew(_ conversation: Conversation) async throws {
    do {
      guard try await conversation.mayReset(),
        try history.entries(with: conversation.remote.name).contains(where: { $0.entry.direction == .sent }),
        let bundle = try await relay.keys(of: conversation.remote)
      else {
        return
      }
      try await enqueue(try await conversation.reset(with: bundle), to: conversation.remote)
      // What cannot be sent now waits like everything else.
      _ = try await dispatch()
    } catch let error as MessagingError {
      switch error {
      case .storage, .keychain, .core, .system, .cancelled: throw error
      // The next message that cannot be opened asks again.
      default: return
      }
    } catch is RelayRefusal {
      return
    }
  }

  /// Looks again at envelopes that waited for an answer.
  func lookAgain() { isLookingAgain = true }

  private func forget(_ envelopes: [[UInt8]]) async throws {
    guard !envelopes.isEmpty else { return }
    try await step {
      guard let record = try await store.record(ChatRecord.opened) else { return }
      var opened = try OpenedEnvelopes(decoding: record.bytes)
      opened.remove(envelopes)
      let bytes = opened.isEmpty ? nil : opened.encoded
      try await store.commit([
        RecordChange(ChatRecord.opened, expectedVersion: record.version, bytes: bytes)
      ])
    }
  }

  // MARK: - What was shown

  /// Lines of a history that were not shown yet.
  func unseen(
    with key: String, _ kind: ChatHistory.Kind = .peers
  ) async throws -> [(number: Int, entry: HistoryEntry)] {
    try history(of: kind).entries(with: key, from: try await shownCount(with: key, kind))
  }

  /// Takes note that the lines up to a number were shown.
  func markShown(_ count: Int, with key: String, _ kind: ChatHistory.Kind = .peers) async throws {
    guard try await shownCount(with: key, kind) < count else { return }
    try await store.put(ChatRecord.shown(key, kind), ChatRecord.encoded(count))
  }

  /// How many lines were shown.
  func shownCount(with key: String, _ kind: ChatHistory.Kind = .peers) async throws -> Int {
    try await store.record(ChatRecord.shown(key, kind)).map { try ChatRecord.count($0.bytes) } ?? 0
  }
}
