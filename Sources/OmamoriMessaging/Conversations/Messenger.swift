public import OmamoriCore

/// An account of one device: its identity, its prekeys and its conversations, over a store.
///
/// Several messengers over one store, also in different processes such as an app and its extension, work side by side as
/// far as the store does. Safe to use from any thread.
public actor Messenger {
  /// The own address.
  public nonisolated var address: MessagingAddress { context.account.address }
  /// The own identity, which peers compare.
  public nonisolated var identity: PeerIdentity { context.account.identity.peer }

  private static let greatestConversationCount = 1024

  let context: MessengerContext
  /// By the bytes of the address: names that only look the same are different ones.
  private let conversations = Protected<[[UInt8]: Conversation]>([:])
  let groupMemory = GroupMemory()
  private let gate = SerialGate()

  private init(_ context: MessengerContext) { self.context = context }

  // MARK: - Beginning

  /// Makes an account with a new identity in a store that has none.
  ///
  /// - Parameters:
  ///   - address: The own address.
  ///   - store: Where the state is kept.
  ///   - suites: The algorithms to offer, of which one at most has ML-KEM; `nil` for X25519 alone and with ML-KEM-1024,
  ///     where the system has it.
  ///   - clock: The time of day, for the rotation of keys.
  ///   - randomness: Where keys come from.
  ///   - events: Takes note of changed identities, resets, replays and forgeries, without any data of a user.
  /// - Returns: The account.
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/exists`` when there is one already.
  public static func create(
    as address: MessagingAddress,
    in store: some ConversationStore,
    suites: [HandshakeSuite]? = nil,
    clock: some WallClock = SystemWallClock(),
    randomness: some Randomness = SystemRandomness(),
    events: some SecurityEvents = .discarded
  ) async throws(MessagingError) -> Messenger {
    let identity = try MessagingIdentity(randomness: randomness)
    let account = MessagingAccount(address: address, identity: identity)
    let prekeys = try Prekeys(
      for: identity, suites: suites, now: clock.date, randomness: randomness)
    do throws(MessagingError) {
      try await store.commit([
        RecordChange(RecordName(.account), expectedVersion: 0, bytes: account.encoded),
        RecordChange(RecordName(.prekeys), expectedVersion: 0, bytes: prekeys.encoded),
      ])
    } catch {
      throw error == .storage(.conflict) ? .storage(.exists) : error
    }
    return Messenger(
      MessengerContext(account: account, store: store, clock: clock, randomness: randomness, events: events))
  }

  /// Opens the account of a store; one that was just restored gets new prekeys, to be published at once.
  ///
  /// - Parameters:
  ///   - store: Where the state is kept.
  ///   - clock: The time of day, for the rotation of keys.
  ///   - randomness: Where keys come from.
  ///   - events: Takes note of changed identities, resets, replays and forgeries, without any data of a user.
  /// - Returns: The account.
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/missing`` when there is none.
  public static func open(
    in store: some ConversationStore,
    clock: some WallClock = SystemWallClock(),
    randomness: some Randomness = SystemRandomness(),
    events: some SecurityEvents = .discarded
  ) async throws(MessagingError) -> Messenger {
    guard let record = try await store.record(RecordName(.account)) else { throw .storage(.missing) }
    let account = try MessagingAccount(decoding: record.bytes)
    if try await store.record(RecordName(.prekeys)) == nil {
      // After a restore there are none; another process may make them at the same time.
      let prekeys = try Prekeys(for: account.identity, now: clock.date, randomness: randomness)
      let change = RecordChange(RecordName(.prekeys), expectedVersion: 0, bytes: prekeys.encoded)
      do throws(MessagingError) {
        try await store.commit([change])
      } catch {
        guard error == .storage(.conflict) else { throw error }
      }
    }
    return Messenger(
      MessengerContext(account: account, store: store, clock: clock, randomness: randomness, events: events))
  }

  // MARK: - Conversations

  /// The conversation with a device of a peer; it need not have begun.
  ///
  /// - Parameter remote: The address of the peer.
  /// - Returns: The conversation.
  public nonisolated func conversation(with remote: MessagingAddress) -> Conversation {
    let key = remote.recordKey
    return conversations.withLock { conversations in
      if let conversation = conversations[key] { return conversation }
      // Any number of senders may be named from outside; a second value for a conversation is as good as the first.
      if conversations.count >= Self.greatestConversationCount { conversations.removeAll() }
      let conversation = Conversation(context, with: remote)
      conversations[key] = conversation
      return conversation
    }
  }

  /// Everybody whose identity is known.
  ///
  /// - Returns: The addresses, in the order of their names and devices.
  /// - Throws: ``MessagingError/storage(_:)``.
  public func peers() async throws(MessagingError) -> [MessagingAddress] {
    try await context.store.names(of: .peer).compactMap { MessagingAddress(recordKey: $0.key) }
      .sorted { ($0.name, $0.device) < ($1.name, $1.device) }
  }

  // MARK: - Prekeys

  /// What the server is to hand out for this account: the signed part in place of the one before, and new one-time keys
  /// beside those that it has.
  ///
  /// The private halves are stored before this returns, and keys that are due are renewed. Call it after
  /// ``create(as:in:suites:clock:randomness:events:)``, when ``needsPublication(remaining:)`` is true, and once
  /// a day with no new one-time keys, which erases prekeys that are too old. The private halves of 1000 one-time keys are
  /// kept: with more the oldest are given up, and a server that still hands them out gives out keys that open nothing.
  ///
  /// - Parameter count: The number of new one-time keys of each kind, 0 to 1000. With ML-KEM-1024 a pair has about 1.7 KiB.
  /// - Returns: The signed part and the keys.
  /// - Throws: ``MessagingError/prekey(_:)``; ``MessagingError/storage(_:)``, with ``ConversationStorageFault/missing`` when
  ///   another account was restored into the store: open it anew.
  public func publication(oneTimeKeys count: Int = 100) async throws(MessagingError) -> PrekeyPublication {
    await gate.enter()
    defer { gate.leave() }
    for _ in 0..<MessengerContext.greatestAttemptCount {
      if Task.isCancelled { throw .cancelled }
      guard let record = try await context.store.record(RecordName(.prekeys)) else {
        throw .storage(.missing)
      }
      // Read after the prekeys, so that another account that is restored in between conflicts with the commit.
      guard try await context.store.record(RecordName(.account))?.bytes == context.account.encoded else {
        throw .storage(.missing)
      }
      var prekeys = try Prekeys(decoding: record.bytes)
      let publication = try prekeys.publication(
        count: count, as: context.account.identity, now: context.clock.date,
        randomness: context.randomness)
      do throws(MessagingError) {
        try await context.store.commit([
          RecordChange(
            RecordName(.prekeys), expectedVersion: record.version, bytes: prekeys.encoded)
        ])
      } catch {
        guard error == .storage(.conflict) else { throw error }
        continue
      }
      return publication
    }
    throw .storage(.conflict)
  }

  /// Whether the server needs a new publication: the signed part is too old, or it has too few one-time keys.
  ///
  /// - Parameter remaining: The number of one-time keys that the server has.
  /// - Returns: Whether to call ``publication(oneTimeKeys:)``.
  /// - Throws: ``MessagingError/storage(_:)``.
  public func needsPublication(remaining: Int) async throws(MessagingError) -> Bool {
    guard let record = try await context.store.record(RecordName(.prekeys)) else { throw .storage(.missing) }
    return try Prekeys(decoding: record.bytes)
      .needsReplenishment(remaining: remaining, now: context.clock.date)
  }

  /// Forgets what is too old in all conversations and groups; once a day is enough.
  ///
  /// - Throws: ``MessagingError/storage(_:)``.
  public func prune() async throws(MessagingError) {
    for name in try await context.store.names(of: .sessions) {
      guard let remote = MessagingAddress(recordKey: name.key) else { continue }
      try await conversation(with: remote).tick()
    }
    try await pruneGroups()
  }
}

/// What an account and its conversations work with.
struct MessengerContext: Sendable {
  /// How often a step is repeated that another process got ahead of.
  static let greatestAttemptCount = 64

  let account: MessagingAccount
  let store: any ConversationStore
  let clock: any WallClock
  let randomness: any Randomness
  let events: any SecurityEvents
}

/// Who this side is: an address and its private identity.
///
/// It never changes; safe to share between threads.
final class MessagingAccount: Sendable {
  static let version: UInt8 = 1

  let address: MessagingAddress
  let identity: MessagingIdentity

  init(address: MessagingAddress, identity: MessagingIdentity) {
    self.address = address
    self.identity = identity
  }

  /// Reads what ``encoded`` wrote.
  convenience init(decoding record: SharedSecretBytes) throws(MessagingError) {
    var reader = ByteReader(record.bytes) { _, _ in MessagingError.storage(.damaged) }
    guard try reader.number(UInt8.self) == Self.version else { throw .storage(.damaged) }
    let key = try reader.bytes(Int(try reader.number(UInt8.self)))
    guard let address = MessagingAddress(recordKey: key) else { throw .storage(.damaged) }
    self.init(
      address: address, identity: try MessagingIdentity(decoding: try reader.secret(reader.remaining)))
  }

  /// The record to be stored.
  var encoded: SharedSecretBytes {
    let key = address.recordKey
    var writer = SecretFieldWriter()
    writer.plain([Self.version, UInt8(truncatingIfNeeded: key.count)] + key)
    writer.secret(identity.encoded)
    return writer.finish()
  }
}

extension MessagingError {
  /// Whether an envelope that was refused with this error calls for a new session: fetch the peer's bundle and call
  /// ``Conversation/reset(with:isForced:)``, which does so once an hour at most.
  ///
  /// True where this side or the peer may have lost its keys. An envelope that was opened before, or that was changed
  /// although its key is known, calls for nothing.
  public var suggestsReset: Bool {
    switch self {
    case .conversation(.noSession), .message(.unreadable), .message(.tooFarAhead), .prekey(.unknown): true
    default: false
    }
  }
}

extension MessagingAddress {
  /// The key of the records about this address: the number of the device in four bytes, then the name.
  var recordKey: [UInt8] {
    var key: [UInt8] = []
    key.append(bigEndian: device)
    return key + name.utf8
  }

  /// The address of a record's key.
  init?(recordKey key: [UInt8]) {
    guard key.count > 4, let name = String(validating: key[4...], as: UTF8.self) else { return nil }
    try? self.init(name: name, device: key[..<4].reduce(0) { $0 << 8 | UInt32($1) })
  }
}
