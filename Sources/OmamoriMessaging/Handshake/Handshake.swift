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

/// The algorithms that a session starts with, the strongest last.
///
/// Both sides name the suites that they take, both lists are bound into the keys, and the strongest one in both lists
/// is used: leaving one out on the way gives different keys.
public enum HandshakeSuite: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// X25519 and SHA-256 alone: what is recorded today may be read with a quantum computer of the future.
  case x25519 = 1
  /// X25519 and SHA-256 with ML-KEM-768.
  case x25519MLKEM768 = 2
  /// X25519 and SHA-256 with ML-KEM-1024.
  case x25519MLKEM1024 = 3

  /// The suites that the system has; without the last two before iOS 26 and macOS 26.
  public static var supported: [HandshakeSuite] { KeyEncapsulation.isSupported ? allCases : [.x25519] }

  /// Says whether `left` is the weaker one.
  public static func < (left: HandshakeSuite, right: HandshakeSuite) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The name of the suite in key derivation.
  var label: String {
    switch self {
    case .x25519: "Omamori Messaging v1 X3DH X25519 SHA-256"
    case .x25519MLKEM768: "Omamori Messaging v1 PQXDH X25519 SHA-256 ML-KEM-768"
    case .x25519MLKEM1024: "Omamori Messaging v1 PQXDH X25519 SHA-256 ML-KEM-1024"
    }
  }

  /// The key encapsulation mechanism, or `nil` where there is none.
  var encapsulation: KeyEncapsulation? {
    switch self {
    case .x25519: nil
    case .x25519MLKEM768: .mlkem768
    case .x25519MLKEM1024: .mlkem1024
    }
  }
}

/// Everything public that both sides of a handshake must agree on; its hash goes into every key and every message.
struct HandshakeTranscript {
  /// What the initiator sends.
  let opening: HandshakeOpening
  /// The address of the initiator.
  let initiatorAddress: MessagingAddress
  /// SHA-256 of the signed part of the responder's key bundle.
  let signedPartDigest: [UInt8]
  /// The responder's identity.
  let responder: PeerIdentity
  /// The address of the responder.
  let responderAddress: MessagingAddress
  /// The one-time public key of X25519 that was used, or `nil`.
  let oneTimeKey: [UInt8]?
  /// The public key that the opening encapsulates to, or `nil`.
  let encapsulationKey: [UInt8]?

  /// SHA-256 of all parts, each of which has a fixed length or stands behind its own.
  var digest: [UInt8] {
    var hash = SHA256()
    hash.update(data: Array("Omamori Messaging v1 handshake".utf8) + [0])
    let opening = opening.encoded
    hash.update(data: UInt16(clamping: opening.count).bigEndianBytes + opening)
    hash.update(data: initiatorAddress.binding + signedPartDigest + responder.keys + responderAddress.binding)
    for key in [oneTimeKey ?? [], encapsulationKey ?? []] {
      hash.update(data: UInt16(clamping: key.count).bigEndianBytes + key)
    }
    return Array(hash.finalize())
  }
}
