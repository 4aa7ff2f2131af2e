import OmamoriCore
import OmamoriCrypto

/// The start of a session with somebody who may be away: X3DH, and PQXDH where the suite has a key encapsulation
/// mechanism, after Signal's specifications of these names.
///
/// Has no state.
enum Handshake {
  /// Starts a session.
  ///
  /// - Parameters:
  ///   - bundle: The keys of the peer.
  ///   - peerAddress: The address that the bundle was asked for.
  ///   - identity: The own identity.
  ///   - address: The own address.
  ///   - suites: The suites to take; the strongest that the peer takes too is used.
  ///   - now: The time of day, against which the bundle's expiry is held.
  ///   - randomness: Where the session's own key comes from.
  /// - Returns: The secrets, what to send with each message until there is an answer, and the peer's first ratchet key.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/own``, ``MessagingError/prekey(_:)`` with
  ///   ``PrekeyFault/expired``, ``PrekeyFault/noCommonSuite`` or ``PrekeyFault/invalid``,
  ///   ``MessagingError/core(_:)``, ``MessagingError/cryptography(_:)``.
  static func begin(
    with bundle: KeyBundle,
    at peerAddress: MessagingAddress,
    as identity: MessagingIdentity,
    at address: MessagingAddress,
    suites: [HandshakeSuite] = HandshakeSuite.supported,
    now: Date,
    randomness: some Randomness = SystemRandomness()
  ) throws(MessagingError) -> (
    secrets: SessionSecrets, opening: HandshakeOpening, remoteRatchetKey: Curve25519.KeyAgreement.PublicKey
  ) {
    try requireOther(bundle.identity, than: identity.peer)
    try bundle.requireFresh(at: now)
    let signed = bundle.signedPart
    guard let own = SuiteList(suites), let suite = own.strongest(with: signed.suites) else {
      throw .prekey(.noCommonSuite)
    }
    let ephemeral = try Curve25519.KeyAgreement.PrivateKey.reading(
      .random(CurveKeyRules.byteCount, from: randomness))
    // Each key is parsed once, since that costs a tenth of an agreement.
    let signedPrekey = try Curve25519.KeyAgreement.PublicKey.reading(signed.signedPrekey)
    var agreed = [
      try identity.agreementKey.agree(with: signedPrekey),
      try ephemeral.agree(with: .reading(bundle.identity.agreementKey)),
      try ephemeral.agree(with: signedPrekey),
    ]
    if let key = bundle.oneTimeKey { agreed.append(try ephemeral.agree(with: .reading(key.key))) }
    let encapsulation = try encapsulate(suite, bundle)
    let opening = HandshakeOpening(
      suite: suite,
      suites: own,
      initiator: identity.presented,
      ephemeralKey: Array(ephemeral.publicKey.rawRepresentation),
      generation: signed.generation,
      oneTimeKey: bundle.oneTimeKey?.identifier ?? 0,
      encapsulated: encapsulation?.sent
    )
    let transcript = HandshakeTranscript(
      opening: opening,
      initiatorAddress: address,
      signedPartDigest: signed.digest,
      responder: bundle.identity,
      responderAddress: peerAddress,
      oneTimeKey: bundle.oneTimeKey?.key,
      encapsulationKey: encapsulation?.key
    )
    let secrets = SessionSecrets(agreed, encapsulation?.secret, suite, transcript.digest)
    return (secrets, opening, signedPrekey)
  }

  /// Takes up a session that a peer started.
  ///
  /// The prekeys lose what the opening used. Keep them, together with the session, only once the first message of it
  /// has been opened: anybody can send an opening, but only the owner of its identity such a message.
  ///
  /// - Parameters:
  ///   - opening: What came with the message.
  ///   - peerAddress: The address that it came from.
  ///   - identity: The own identity.
  ///   - address: The own address.
  ///   - prekeys: The own prekeys; unchanged when an error is thrown.
  /// - Returns: The secrets and the own first ratchet key.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/own``, ``MessagingError/prekey(_:)`` with
  ///   ``PrekeyFault/unknown`` or ``PrekeyFault/noCommonSuite``, ``MessagingError/message(_:)`` with
  ///   ``MessageFault/replayed``, ``MessagingError/cryptography(_:)``.
  static func answer(
    _ opening: HandshakeOpening,
    from peerAddress: MessagingAddress,
    as identity: MessagingIdentity,
    at address: MessagingAddress,
    prekeys: inout Prekeys
  ) throws(MessagingError) -> (secrets: SessionSecrets, ratchetKey: Curve25519.KeyAgreement.PrivateKey) {
    let peer = opening.initiator.identity
    try requireOther(peer, than: identity.peer)
    let keys = try prekeys.keys(for: opening)
    guard keys.suites.strongest(with: opening.suites) == opening.suite else { throw .prekey(.noCommonSuite) }
    let signedPrekey = try Curve25519.KeyAgreement.PrivateKey.reading(bothHalves: keys.signedPrekey)
    let oneTimeKey: Curve25519.KeyAgreement.PrivateKey? =
      if let secret = keys.oneTimeKey { try .reading(bothHalves: secret) } else { nil }
    let ephemeralKey = try Curve25519.KeyAgreement.PublicKey.reading(opening.ephemeralKey)
    var agreed = [
      try signedPrekey.agree(with: .reading(peer.agreementKey)),
      try identity.agreementKey.agree(with: ephemeralKey),
      try signedPrekey.agree(with: ephemeralKey),
    ]
    if let oneTimeKey { agreed.append(try oneTimeKey.agree(with: ephemeralKey)) }
    let encapsulation = try decapsulate(opening, keys)
    let transcript = HandshakeTranscript(
      opening: opening,
      initiatorAddress: peerAddress,
      signedPartDigest: keys.signedPartDigest,
      responder: identity.peer,
      responderAddress: address,
      oneTimeKey: oneTimeKey.map(\.publicBytes),
      encapsulationKey: encapsulation?.publicKey
    )
    let secrets = SessionSecrets(agreed, encapsulation?.secret, opening.suite, transcript.digest)
    try prekeys.consume(opening, session: secrets.identifier)
    return (secrets, signedPrekey)
  }

  private static func requireOther(_ peer: PeerIdentity, than own: PeerIdentity) throws(MessagingError) {
    // One key of our own is enough: whoever presents it under another name does not have its private half.
    guard peer.signingKey != own.signingKey, peer.agreementKey != own.agreementKey else {
      throw .identity(.own)
    }
  }

  private static func encapsulate(
    _ suite: HandshakeSuite,
    _ bundle: KeyBundle
  ) throws(MessagingError) -> (secret: SymmetricKey, sent: HandshakeOpening.Encapsulated, key: [UInt8])? {
    guard let encapsulation = suite.encapsulation else { return nil }
    let oneTime = bundle.oneTimeEncapsulationKey
    guard let key = oneTime?.key ?? bundle.signedPart.lastResortKey else { throw .prekey(.invalid) }
    let (secret, encapsulated) = try encapsulation.encapsulate(to: key)
    return (secret, .init(identifier: oneTime?.identifier ?? 0, bytes: encapsulated), key)
  }

  private static func decapsulate(
    _ opening: HandshakeOpening,
    _ keys: PrekeySelection
  ) throws(MessagingError) -> (secret: SymmetricKey, publicKey: [UInt8])? {
    guard let encapsulation = opening.suite.encapsulation else { return nil }
    guard let encapsulated = opening.encapsulated, let seed = keys.encapsulationSeed else {
      throw .prekey(.unknown)
    }
    return try encapsulation.decapsulate(encapsulated.bytes, seed: seed)
  }
}
