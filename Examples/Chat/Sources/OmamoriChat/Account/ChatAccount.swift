import ChatSystem
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriMessaging

/// An account that is open: its keys and conversations, its history, and its relay.
///
/// What changes in more than one place changes in steps that begin by finishing what an interrupted one left; one process
/// makes a step at a time. Safe to use from any thread, and from several processes.
actor ChatAccount {
  /// Where it lies.
  nonisolated let place: ChatPlace
  /// Its keys and conversations.
  nonisolated let messenger: Messenger
  /// What was said.
  nonisolated let history: ChatHistory
  /// What was said in groups.
  nonisolated let groupHistory: ChatHistory
  /// Its relay.
  nonisolated let relay: RelayClient
  nonisolated let store: KeychainConversationStore
  /// Seals what the account says to itself.
  nonisolated let sealer: FieldSealer
  /// How many one-time keys the relay is to have.
  private static let oneTimeKeyCount = 100
  /// How many of them are published together.
  private static let batch = 25

  private let keychain: KeychainFile
  private var settings: ChatSettings
  /// The last envelope of the relay that was looked at; those before it that are still there wait for an answer.
  var position: UInt64 = 0
  /// Whether to begin again with the first envelope that is there.
  var isLookingAgain = false
  /// Whether a group has answered to what came, and the answer is in the outbox.
  var hasAnswers = false
  /// Whether the relay has the mark of a restored account.
  var hasLeftMark = false

  private init(
    _ place: ChatPlace, _ keychain: KeychainFile, _ store: KeychainConversationStore, _ messenger: Messenger,
    _ settings: ChatSettings
  ) async throws {
    (self.place, self.keychain, self.store) = (place, keychain, store)
    (self.messenger, self.settings) = (messenger, settings)
    guard let keys = try await store.record(ChatRecord.historyKeys),
      let relayKey = try await store.record(ChatRecord.relayKey)
    else { throw MessagingError.storage(.damaged) }
    let keyset = try Keyset(importingPlaintext: keys.bytes.copy())
    history = try ChatHistory(in: place.history, keyset)
    groupHistory = try ChatHistory(in: place.history, keyset, .groups)
    sealer = try FieldSealer(keyset)
    relay = try RelayClient(settings.site, as: messenger.address, try RelayKey(decoding: relayKey.bytes))
  }

  // MARK: - Opening

  /// Opens an account whose keychain is unlocked.
  ///
  /// - Throws: `MessagingError` when there is no account in it, `CryptoError`.
  static func open(_ place: ChatPlace, _ keychain: KeychainFile) async throws -> ChatAccount {
    let store = try KeychainConversationStore(in: keychain)
    guard let record = try await store.record(ChatRecord.settings) else {
      throw MessagingError.storage(.missing)
    }
    let messenger = try await Messenger.open(in: store)
    return try await ChatAccount(
      place, keychain, store, messenger, try ChatSettings(decoding: record.bytes))
  }

  /// Opens the account that the command line means.
  ///
  /// - Throws: ``ChatFault``, `KeychainError`, `MessagingError`, `CancellationError`.
  static func open(_ arguments: Arguments, _ handles: ChatHandles) async throws -> ChatAccount {
    try AgentProcess.protect()
    let place = try handles.place(arguments)
    let keychain = try await ChatKeychain.open(at: place, handles.password, arguments)
    do {
      return try await open(place, keychain)
    } catch {
      await keychain.close()
      throw error
    }
  }

  /// Makes an account in a new keychain; no relay knows it yet.
  static func create(
    as address: MessagingAddress, at site: RelaySite, _ place: ChatPlace, _ keychain: KeychainFile
  ) async throws -> ChatAccount {
    let store = try KeychainConversationStore(in: keychain)
    let settings = ChatSettings(site, isRegistered: false)
    let keys = SharedSecretBytes(try Keyset().exportedPlaintextExposingEveryKey())
    do throws(MessagingError) {
      _ = try await Messenger.create(as: address, in: store)
    } catch {
      // A registration that was interrupted is gone on with.
      guard error == .storage(.exists) else { throw error }
    }
    for (name, bytes) in [
      (ChatRecord.historyKeys, keys), (ChatRecord.relayKey, RelayKey().encoded()),
    ] where try await store.record(name) == nil {
      try await store.put(name, bytes)
    }
    try await store.put(ChatRecord.settings, settings.encoded)
    return try await open(place, keychain)
  }

  /// Closes the connections and the keychain.
  func close() async {
    if relay.site != settings.site {
      settings.site = relay.site
      // because the relay is asked for its certificate again the next time
      try? await store.put(ChatRecord.settings, settings.encoded)
    }
    await relay.close()
    await keychain.close()
  }

  // MARK: - The relay

  /// Where the account is registered.
  var site: RelaySite { settings.site }

  /// Registers the account and publishes its keys where the relay needs them; again is as good as once.
  func register() async throws {
    try await relay.register()
    let wasRegistered = settings.isRegistered
    try await publish(always: !wasRegistered)
    guard !wasRegistered else { return }
    try await leaveMark()
    settings.isRegistered = true
    settings.site = relay.site
    try await store.put(ChatRecord.settings, settings.encoded)
  }

  /// Registers an account whose registration was interrupted, and publishes keys when few are left or they are old.
  ///
  /// - Returns: What to tell the person when the relay refuses; messages can be sent and received all the same.
  func keepPublished() async throws -> ChatFault? {
    do {
      if settings.isRegistered { try await publish(always: false) } else { try await register() }
      return nil
    } catch let refusal as RelayRefusal {
      return .unpublishedKeys(refusal)
    }
  }

  private func publish(always isForced: Bool) async throws {
    var missing = Self.oneTimeKeyCount
    if !isForced {
      let remaining = try await relay.remaining()
      guard try await messenger.needsPublication(remaining: remaining) else { return }
      // The keys of an account that goes on elsewhere stay.
      try await askWhetherHere()
      // Private halves beyond the newest are given up, so none are made for keys that the relay still has.
      missing = max(missing - remaining, 0)
      try await messenger.prune()
    }
    // One-time keys are made when the relay takes something: those that nobody gets would push others out.
    try await relay.publish(signed: try await messenger.publication(oneTimeKeys: 0).signedPart)
    while missing > 0 {
      let count = min(missing, Self.batch)
      let publication = try await messenger.publication(oneTimeKeys: count)
      do {
        _ = try await relay.publish(oneTime: OneTimeEntry.all(of: publication))
      } catch let refusal as RelayRefusal where refusal.status == 507 {
        // As many as fit are enough: conversations begin without them, too.
        return
      }
      missing -= count
    }
  }

  // MARK: - Steps

  /// Makes a step, after finishing what an interrupted one left.
  func step<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await StepLock.holding(place.lock) {
      try await settle()
      return try await body()
    }
  }

  /// Brings into the history what belongs there; only within a step.
  func settle() async throws {
    var names = try await store.names(of: .application)
    let contents = names.filter(ChatRecord.isGroupContent)
    if !contents.isEmpty {
      try await takeGroupContents(contents)
      names = try await store.names(of: .application)
    }
    for name in names.filter(ChatRecord.isArrival).sorted(by: ChatRecord.precedes) {
      guard let record = try await store.record(name) else { continue }
      let arrival = try Arrival(decoding: record.bytes)
      try history(of: arrival.kind).append(try await line(of: arrival), with: arrival.key)
      try await store.remove(name)
    }
    for name in names where ChatRecord.outboxNumber(name) != nil {
      guard let record = try await store.record(name) else { continue }
      var entry = try OutboxEntry(decoding: record.bytes)
      guard !entry.isInHistory else { continue }
      if let line = entry.line {
        try history(of: entry.group == nil ? .peers : .groups)
          .append(line, with: entry.group?.text ?? entry.peer.name)
      }
      entry.isInHistory = true
      try await store.put(name, entry.encoded)
    }
  }

  /// The histories of one kind.
  nonisolated func history(of kind: ChatHistory.Kind) -> ChatHistory {
    kind == .peers ? history : groupHistory
  }

  private func line(of arrival: Arrival) async throws -> HistoryEntry {
    guard let sender = arrival.line.sender, let group = GroupIdentifier(text: arrival.key) else {
      return arrival.line
    }
    return arrival.line.verified(try await isVerified(sender, in: group))
  }
}

extension ChatAccount {
  /// Seals a file under a key of its own and leaves it at the relay.
  ///
  /// - Parameter path: The file.
  /// - Returns: What a message needs to say about it.
  /// - Throws: ``ChatFault`` for a file that cannot be read or is too large, and what the relay refuses.
  func upload(_ path: String) async throws -> ChatFile {
    do {
      let status = try FileStatus(of: path)
      guard status.isFile, status.size <= ChatFile.greatestSize else { throw ChatFault.tooLarge(path) }
    } catch let failure as SystemFailure {
      throw ChatFault.unreadable(path, failure.code)
    }
    let identifier = try SystemRandomness().bytes(count: 16)
    let draft = draft(identifier)
    // because what is left is sealed, and of no use to anybody
    defer { try? FileManager.default.removeItem(atPath: draft) }
    let reference: AttachmentReference
    do {
      reference = try await Attachment.seal(.path(path), to: .path(draft), suggestedName: path)
    } catch MessagingError.cryptography(let error) {
      throw ChatFault(error, reading: path, writing: draft)
    }
    try await relay.upload(try SmallFile.read(draft, limit: RelayClient.greatestAnswer), identifier)
    return ChatFile(identifier, reference)
  }

  /// Fetches a file and opens it; it appears only when all of it has been verified.
  ///
  /// - Parameters:
  ///   - file: What the message said about it.
  ///   - path: Where it is saved.
  ///   - isReplacing: Whether a file that stands there is replaced.
  /// - Throws: `MessagingError` for sealed bytes that were changed, and what the relay refuses.
  func download(_ file: ChatFile, to path: String, replacing isReplacing: Bool) async throws {
    let draft = draft(file.identifier)
    // because what is left is sealed, and of no use to anybody
    defer { try? FileManager.default.removeItem(atPath: draft) }
    try SmallFile.write(try await relay.download(file.identifier), to: draft)
    do {
      try await Attachment.open(
        .path(draft), with: file.reference, to: path, options: FileOptions(replacesExisting: isReplacing))
    } catch MessagingError.cryptography(let error) {
      throw ChatFault(error, reading: draft, writing: path)
    }
  }

  /// Where sealed bytes are while they are on their way.
  private func draft(_ identifier: [UInt8]) -> String {
    place.folder + "/sealed-" + Base64URL.encode(identifier)
  }

  /// The file of a message.
  ///
  /// - Parameters:
  ///   - number: The number of the message; the last one with a file when `nil`.
  ///   - peer: The peer.
  /// - Returns: The file.
  /// - Throws: ``ChatFault`` when there is none.
  nonisolated func file(_ number: Int?, with peer: String) throws -> ChatFile {
    let files = try history.entries(with: peer).compactMap { number, entry -> (Int, ChatFile)? in
      if case .file(let file) = entry.content { (number, file) } else { nil }
    }
    guard let found = number.map({ number in files.first { $0.0 == number } }) ?? files.last else {
      throw ChatFault.noAttachment(number)
    }
    return found.1
  }
}

/// An account that was restored says so at the relay, and the one that the export is from stops.
extension ChatAccount {
  /// Says at the relay that the account goes on here, when it was restored.
  ///
  /// The envelope is never acknowledged here, so the other machine finds it, whenever it looks.
  func leaveMark() async throws {
    if let mark = try await mark(ChatRecord.mark) {
      do {
        try await relay.post(try mark.sealed(by: sealer), mark.identifier, to: messenger.address)
      } catch is RelayRefusal {
        // The next time that envelopes are fetched it is tried again.
        return
      }
    }
    hasLeftMark = true
  }

  /// Takes an envelope of the account to itself.
  ///
  /// What came before it is for this machine and was opened; what comes after it is not.
  ///
  /// - Returns: Whether the relay may forget it.
  /// - Throws: ``ChatFault`` when the account was restored elsewhere, which is noted.
  func take(_ envelope: RelayedEnvelope) async throws -> Bool {
    if let successor = try await successor(in: envelope) {
      try await store.put(ChatRecord.successor, successor.encoded)
      throw ChatFault.restoredElsewhere(successor.time)
    }
    let isOwn = try await mark(ChatRecord.mark).map {
      RestorationMark(envelope.bytes, openedBy: sealer) == $0
    }
    if isOwn == true { hasLeftMark = true }
    return isOwn != true
  }

  /// The mark of a restoration elsewhere; `nil` for anything else.
  private func successor(in envelope: RelayedEnvelope) async throws -> RestorationMark? {
    guard let found = RestorationMark(envelope.bytes, openedBy: sealer) else { return nil }
    let own = try await mark(ChatRecord.mark)
    return found != own && found.replaces(own) ? found : nil
  }

  /// Refuses to go on with an account that was seen to be restored elsewhere.
  func staysHere() async throws {
    if let mark = try await mark(ChatRecord.successor) { throw ChatFault.restoredElsewhere(mark.time) }
  }

  /// Asks the relay whether the account was restored elsewhere; nothing is opened, and the relay forgets nothing.
  func askWhetherHere() async throws {
    try await staysHere()
    var (position, hasMore): (UInt64, Bool) = (0, true)
    while hasMore {
      let page = try await relay.envelopes(after: position, wait: 0)
      for envelope in page.list {
        if envelope.sender == messenger.address, let mark = try await successor(in: envelope) {
          throw ChatFault.restoredElsewhere(mark.time)
        }
        position = max(position, envelope.sequence)
      }
      hasMore = page.more && !page.list.isEmpty
    }
  }

  private func mark(_ name: RecordName) async throws -> RestorationMark? {
    try await store.record(name).map { try RestorationMark(decoding: $0.bytes) }
  }
}
