import OmamoriCore
import OmamoriMessaging

extension ChatAccount {
  /// What became of messages that were to be sent.
  struct Dispatch: Sendable {
    /// How many the relay has now.
    var sent = 0
    /// How many wait.
    var waiting = 0
    /// Why those to a peer wait, by the peer's name.
    var faults: [String: any ExitCodeProviding] = [:]
    /// Why nothing can be sent at all now.
    var unreachable: RelayUnreachable?
  }

  /// Writes a message down, into the history and the outbox; ``dispatch()`` sends it.
  func write(_ content: ChatContent, to peer: MessagingAddress) async throws {
    try await enqueue(try OutboxEntry(to: peer, at: Date(), content))
  }

  /// Seals what is not sealed yet and gives the relay everything that waits, in the order of writing.
  ///
  /// A message that is interrupted anywhere is sent again under its name, of which the relay takes one.
  func dispatch() async throws -> Dispatch {
    try await staysHere()
    var result = Dispatch()
    var skipped: Set<MessagingAddress> = []
    var numbers = try await outboxNumbers()
    while let number = numbers.first {
      numbers.removeFirst()
      guard result.unreachable == nil else {
        result.waiting += 1
        continue
      }
      do {
        guard let entry = try await entry(number) else { continue }
        guard !skipped.contains(entry.peer) else {
          result.waiting += 1
          continue
        }
        do {
          if let group = entry.group, entry.envelope == nil {
            try await deliver(number, entry, in: group)
            // What came of it follows, last.
            numbers = try await outboxNumbers().filter { $0 > number }
          } else {
            try await deliver(number, entry)
          }
          result.sent += 1
        } catch let error as any ExitCodeProviding where !(error is RelayUnreachable) {
          if entry.peer != messenger.address { skipped.insert(entry.peer) }
          result.faults[entry.peer.name] = error
          result.waiting += 1
        }
      } catch let error as RelayUnreachable {
        result.unreachable = error
        result.waiting += 1
      }
    }
    return result
  }

  /// The numbers of the messages that wait, the first one first.
  func outboxNumbers() async throws -> [UInt64] {
    try await store.names(of: .application).compactMap(ChatRecord.outboxNumber).sorted()
  }

  /// How many messages to a peer wait.
  func waitingCount(to peer: MessagingAddress) async throws -> Int {
    var count = 0
    for number in try await outboxNumbers() where try await entry(number)?.peer == peer { count += 1 }
    return count
  }

  private func entry(_ number: UInt64) async throws -> OutboxEntry? {
    try await store.record(ChatRecord.outbox(number)).map { try OutboxEntry(decoding: $0.bytes) }
  }

  private func deliver(_ number: UInt64, _ entry: OutboxEntry) async throws {
    var envelope = entry.envelope
    if envelope == nil {
      try await begin(with: entry.peer)
      envelope = try await seal(number)
    }
    // Another process has sent it.
    guard let envelope else { return }
    try await relay.post(envelope, entry.identifier, to: entry.peer)
    try await store.remove(ChatRecord.outbox(number))
  }

  /// Sees to it that there is a session with a peer.
  func begin(with peer: MessagingAddress) async throws {
    guard peer != messenger.address else { throw ChatFault.ownName }
    let conversation = messenger.conversation(with: peer)
    if case .changed = try await conversation.trust() { throw MessagingError.identity(.changed) }
    guard try await !conversation.hasSession() else { return }
    guard let bundle = try await relay.keys(of: peer) else { throw ChatFault.unknownPeer(peer.name) }
    try await conversation.start(with: bundle)
  }

  /// Seals a message and keeps the envelope in the same commit; gives the envelope that is there otherwise.
  private func seal(_ number: UInt64) async throws -> [UInt8]? {
    try await step {
      let name = ChatRecord.outbox(number)
      guard let record = try await store.record(name) else { return nil }
      let entry = try OutboxEntry(decoding: record.bytes)
      guard entry.envelope == nil, let content = entry.content else { return entry.envelope }
      let conversation = messenger.conversation(with: entry.peer)
      return try await conversation.seal(content.encoded) { sent throws(MessagingError) in
        var sealed = entry
        sealed.envelope = sent.envelope
        return [RecordChange(name, expectedVersion: record.version, bytes: sealed.encoded)]
      }
    }
  }

  /// Puts an envelope of the conversation itself into the outbox.
  func enqueue(_ envelope: [UInt8], to peer: MessagingAddress) async throws {
    try await enqueue(try OutboxEntry(to: peer, at: Date(), nil, envelope: envelope))
  }

  /// Puts an entry behind the others of the outbox, and what it says into the history.
  func enqueue(_ entry: OutboxEntry) async throws {
    try await step {
      let numbers = try await outboxNumbers()
      try await store.put(ChatRecord.outbox((numbers.last ?? 0) + 1), entry.encoded)
      try await settle()
    }
  }
}
