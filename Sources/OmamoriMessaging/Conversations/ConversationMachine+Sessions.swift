import OmamoriCore
import OmamoriCrypto

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
