import OmamoriCore
import OmamoriCrypto

/// A conversation with one device of a peer, as a value: it takes events and says what is to be done.
///
/// It does no input or output. An event that is refused leaves it as it was, except that an unknown identity of the
/// peer is noted.
struct ConversationMachine: Sendable {
  /// The own account.
  let account: MessagingAccount
  /// The other side.
  let remote: MessagingAddress
  /// What is known of the other side.
  var peer: PeerRecord?
  /// The sessions.
  var archive: SessionArchive
  /// The own prekeys; needed for the first message of a session that the other side began.
  var prekeys: Prekeys?

  /// Puts a conversation together from what was stored.
  init(
    account: MessagingAccount, remote: MessagingAddress, peer: PeerRecord? = nil,
    archive: SessionArchive = SessionArchive(), prekeys: Prekeys? = nil
  ) throws(MessagingError) {
    guard remote != account.address else { throw .conversation(.otherPeer) }
    self.account = account
    self.remote = remote
    self.peer = peer
    self.archive = archive
    self.prekeys = prekeys
  }

  /// What was said about the identity of the peer.
  var trust: PeerTrust { peer?.trust ?? .unknown }

  /// Whether the own prekeys are needed to receive this envelope.
  func needsPrekeys(for envelope: [UInt8]) -> Bool {
    guard envelope.dropFirst().first == Envelope.Kind.opening.rawValue,
      let envelope = try? Envelope(decoding: envelope)
    else { return false }
    return archive.index(of: OpeningDigest(of: envelope.opening)) == nil
  }

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: The time of day.
  ///   - randomness: Where new keys come from.
  /// - Returns: What is to be done. When it has a ``ConversationAction/keep(_:)``, nothing of what follows may be done
  ///   before that succeeded; when it fails, this value must not be used any more.
  mutating func handle(
    _ event: ConversationEvent, now: Date, randomness: some Randomness
  ) -> [ConversationAction] {
    var next = self
    do throws(MessagingError) {
      let actions = try next.step(event, now: now, randomness: randomness)
      self = next
      return actions
    } catch {
      return (SecurityEvent.refusal(error).map { [.report($0)] } ?? []) + [.refuse(error)]
    }
  }

  private mutating func step(
    _ event: ConversationEvent, now: Date, randomness: some Randomness
  ) throws(MessagingError) -> [ConversationAction] {
    switch event {
    case .start(let bundle): try begin(with: bundle, now: now, randomness: randomness)
    case .send(let kind, let body): try send(kind, body, now: now, randomness: randomness)
    case .receive(let bytes): try receive(Envelope(decoding: bytes), now: now)
    case .reset(let bundle, let isForced):
      try reset(with: bundle, isForced: isForced, now: now, randomness: randomness)

    case .verify(let verified, let identity): try verify(verified, identity)
    case .accept(let identity): try accept(identity)
    case .refuse(let identity): try refuse(identity)
    case .clock: archive.prune(at: now) ? [.keep([.sessions])] : []
    }
  }

  private mutating func send(
    _ kind: MessageKind, _ body: [UInt8], now: Date, randomness: some Randomness
  ) throws(MessagingError) -> [ConversationAction] {
    guard let peer else { throw .conversation(.noSession) }
    guard peer.changed == nil else { throw .identity(.changed) }
    let time = MessageTime.milliseconds(now)
    guard let index = archive.sendingIndex(to: peer.digest, at: time) else {
      throw .conversation(.noSession)
    }
    let identifier = try MessageIdentifier(randomness: randomness)
    let content = try MessageContent(kind, identifier: identifier, sentAt: now, body: body)
    let envelope = try archive.seal(content, at: index, randomness: randomness)
    return [.keep([.sessions]), .release(envelope, identifier)]
  }

  private mutating func reset(
    with bundle: KeyBundle, isForced: Bool, now: Date, randomness: some Randomness
  ) throws(MessagingError) -> [ConversationAction] {
    let time = MessageTime.milliseconds(now)
    guard isForced || archive.mayReset(at: time) else { throw .conversation(.resetTooSoon) }
    let started = try begin(with: bundle, now: now, randomness: randomness)
    if started.contains(where: { if case .refuse = $0 { true } else { false } }) { return started }
    archive.noteReset(at: time)
    let sent = try send(.control, ControlMessage.reset.body, now: now, randomness: randomness)
    return [.keep([.peer, .sessions])] + sent.dropFirst() + [.report(.sessionReset)]
  }

  private mutating func verify(
    _ verified: Bool, _ identity: PeerIdentity
  ) throws(MessagingError) -> [ConversationAction] {
    guard peer != nil else { throw .conversation(.noSession) }
    try peer?.verify(verified, identity)
    return [.keep([.peer])] + (verified ? [.report(.identityVerified)] : [])
  }

  private mutating func accept(_ identity: PeerIdentity) throws(MessagingError) -> [ConversationAction] {
    guard peer != nil else { throw .conversation(.noSession) }
    try peer?.accept(identity)
    archive.keepOnly(PeerDigest(identity))
    return [.keep([.peer, .sessions]), .report(.identityAccepted)]
  }

  private mutating func refuse(_ identity: PeerIdentity) throws(MessagingError) -> [ConversationAction] {
    guard peer != nil else { throw .conversation(.noSession) }
    try peer?.refuse(identity)
    return [.keep([.peer]), .report(.identityRefused)]
  }

  /// Whether the conversation may go on with an identity; the first one is taken, another one is noted.
  mutating func admit(_ identity: PeerIdentity) -> Admission {
    guard peer != nil else {
      peer = PeerRecord(first: identity)
      return .pinned
    }
    if peer?.identity == identity { return .known }
    return peer?.notice(identity) == true ? .noticed : .refused
  }
}

extension ConversationMachine {
  /// Begins a session with a bundle of the peer; it is used for sending from now on.
  mutating func begin(
    with bundle: KeyBundle, now: Date, randomness: some Randomness
  ) throws(MessagingError) -> [ConversationAction] {
    switch admit(bundle.identity) {
    case .refused: throw .identity(.changed)
    case .noticed: return Self.noticedChange
    case .pinned, .known: break
    }
    let begun = try Handshake.begin(
      with: bundle, at: remote, as: account.identity, at: account.address, now: now, randomness: randomness)
    let ratchet = try DoubleRatchet.initiator(begun.secrets, remoteRatchetKey: begun.remoteRatchetKey)
    archive.insert(
      SessionRecord(
        beginning: ratchet, opening: begun.opening.encoded, with: bundle.identity,
        suite: begun.opening.suite.rawValue, at: MessageTime.milliseconds(now)))
    return [.keep([.peer, .sessions])]
  }

  /// Opens an envelope.
  mutating func receive(_ envelope: Envelope, now: Date) throws(MessagingError) -> [ConversationAction] {
    do throws(MessagingError) {
      switch envelope.kind {
      case .group: throw MessagingError.message(.unsupported)
      case .normal: return try openWithAny(envelope, now: now)
      case .opening: return try openOrAnswer(envelope, now: now)
      }
    } catch {
      // That the keys of a copy are gone is no reason for a new session.
      throw error.suggestsReset && archive.wasOpened(envelope) ? .message(.replayed) : error
    }
  }

  private mutating func openOrAnswer(
    _ envelope: Envelope, now: Date
  ) throws(MessagingError) -> [ConversationAction] {
    let digest = OpeningDigest(of: envelope.opening)
    if let index = archive.index(of: digest) { return try open(envelope, at: index, now: now) }
    return try answer(envelope, now: now)
  }

  private mutating func openWithAny(
    _ envelope: Envelope, now: Date
  ) throws(MessagingError) -> [ConversationAction] {
    for index in archive.sessions.indices {
      do throws(MessagingError) {
        return try open(envelope, at: index, now: now)
      } catch {
        // Another session may have the key. What a session can say more of is its own.
        guard error == .message(.unreadable) else { throw error }
      }
    }
    throw archive.sessions.isEmpty ? .conversation(.noSession) : .message(.unreadable)
  }

  /// Opens an envelope with one session, which then comes first.
  private mutating func open(
    _ envelope: Envelope, at index: Int, now: Date
  ) throws(MessagingError) -> [ConversationAction] {
    guard let peer, archive.sessions[index].identity == peer.digest else {
      throw .message(.unreadable)
    }
    let content = try archive.open(envelope, at: index, now: now)
    archive.noteOpened(envelope)
    return try delivery(of: content, keeping: [.sessions])
  }

  /// Answers to a session that the other side began, if its first message opens.
  private mutating func answer(
    _ envelope: Envelope, now: Date
  ) throws(MessagingError) -> [ConversationAction] {
    guard var remaining = prekeys else { throw .conversation(.noSession) }
    let opening = try HandshakeOpening(decoding: envelope.opening, known: peer?.identity)
    guard opening.suite.rawValue == envelope.suite else { throw .message(.malformed) }
    let answered = try answer(opening, with: &remaining)
    let ratchet = DoubleRatchet.responder(answered.secrets, ratchetKey: answered.ratchetKey)
    let identity = opening.initiator.identity
    var session = SessionRecord(
      answering: envelope.opening, ratchet: ratchet, with: identity, suite: envelope.suite,
      at: MessageTime.milliseconds(now))
    let content = try session.open(envelope, now: now)

    // Only who has the private key of the identity comes to this point.
    switch admit(identity) {
    case .refused: throw .identity(.changed)
    case .noticed: return Self.noticedChange
    case .pinned, .known: break
    }
    archive.insert(session)
    archive.noteOpened(envelope)
    prekeys = remaining
    return try delivery(of: content, keeping: [.peer, .sessions, .prekeys])
  }

  /// Answers to an opening; one that was answered before belongs to a session that is gone.
  private func answer(
    _ opening: HandshakeOpening, with prekeys: inout Prekeys
  ) throws(MessagingError) -> (secrets: SessionSecrets, ratchetKey: Curve25519.KeyAgreement.PrivateKey) {
    do throws(MessagingError) {
      return try Handshake.answer(
        opening, from: remote, as: account.identity, at: account.address, prekeys: &prekeys)
    } catch {
      throw error == .message(.replayed) ? .conversation(.noSession) : error
    }
  }

  private func delivery(
    of content: MessageContent, keeping parts: ConversationParts
  ) throws(MessagingError) -> [ConversationAction] {
    let message = ReceivedMessage(content, from: remote, isVerified: peer?.isVerified == true)
    var actions: [ConversationAction] = [.keep(parts), .deliver(message)]
    if content.kind == .control {
      switch try ControlMessage(body: content.body) {
      case .reset: actions.append(.report(.peerReset))
      }
    }
    return actions
  }

  private static var noticedChange: [ConversationAction] {
    [.keep([.peer]), .report(.identityChanged), .refuse(.identity(.changed))]
  }
}

/// What becomes of the identity of somebody who uses a peer's address.
enum Admission: Sendable, Hashable {
  /// It is the first one, and is kept.
  case pinned
  /// It is the one that is kept.
  case known
  /// It is another one, and the application has to judge it.
  case noticed
  /// It is another one that was refused or that waits behind another change.
  case refused
}

/// What the driver of a conversation does, in this order and only when all before it succeeded.
enum ConversationAction: Sendable {
  /// Store what changed, in one step.
  case keep(ConversationParts)
  /// Give the envelope to the application, to be delivered.
  case release(Envelope, MessageIdentifier)
  /// Give the message to the application.
  case deliver(ReceivedMessage)
  /// Tell the log.
  case report(SecurityEvent)
  /// Tell the application that the step was not made.
  case refuse(MessagingError)
}

/// The actions of one step, sorted for a driver that keeps first and releases then.
struct ConversationOutcome: Sendable {
  private(set) var kept: ConversationParts = []
  private(set) var sentMessage: SentMessage?
  private(set) var receivedMessage: ReceivedMessage?
  private(set) var events: [SecurityEvent] = []
  private(set) var refusal: MessagingError?

  init(_ actions: [ConversationAction]) {
    for action in actions {
      switch action {
      case .keep(let parts): kept.formUnion(parts)
      case .release(let envelope, let identifier):
        sentMessage = SentMessage(identifier: identifier, envelope: envelope.encoded)

      case .deliver(let message): receivedMessage = message
      case .report(let event): events.append(event)
      case .refuse(let error): refusal = error
      }
    }
  }

  /// The envelope of a step that sends.
  func sent() throws(MessagingError) -> [UInt8] {
    guard let sentMessage else { throw .conversation(.noSession) }
    return sentMessage.envelope
  }

  /// The message of a step that receives.
  func received() throws(MessagingError) -> ReceivedMessage {
    guard let receivedMessage else { throw .conversation(.noSession) }
    return receivedMessage
  }
}

/// Parts of the state that have a record of their own.
struct ConversationParts: OptionSet, Sendable, Hashable {
  /// The identity of the peer.
  static let peer = ConversationParts(rawValue: 1)
  /// The sessions.
  static let sessions = ConversationParts(rawValue: 2)
  /// The own prekeys, which all conversations share.
  static let prekeys = ConversationParts(rawValue: 4)

  let rawValue: UInt8
}
