import OmamoriCore
import OmamoriCrypto

/// The state machine of a Double Ratchet, for any profile.
///
/// Nothing of the state changes until a message is authentic: what a step needs is derived beside it. A new ratchet key
/// is made with the first message that is sealed after one arrived, not when it arrives, so that a state that somebody
/// copied in between says nothing of it, and so that opening needs no randomness.
struct RatchetCore<Profile: RatchetProfile>: Sendable {
  /// The most messages that one message may skip in a chain.
  static var greatestJump: UInt32 { 2_000 }
  /// How many receiving chains are remembered even when no message of them is missing.
  static var recentChainCount: Int { 5 }
  /// The most receiving chains that are remembered; a message that no key opens costs a trial for each of them.
  static var chainCapacity: Int { 255 }

  /// What messages are bound to, 32 bytes.
  let binding: [UInt8]
  /// The root key.
  var rootKey: SharedSecretBytes
  /// The own ratchet key; `nil` while the next message to seal has to bring a new one.
  var ownKey: Curve25519.KeyAgreement.PrivateKey?
  /// The peer's latest ratchet public key; `nil` until the first message arrives at a responder.
  var remoteKey: [UInt8]?
  /// The chain to seal with, which there is whenever there are an own and a remote key.
  var sending: SendingChain?
  /// The number of messages in the sending chain before.
  var previousCount: UInt32
  /// The key of the headers of the next sending chain.
  var nextSendingHeaderKey: SharedSecretBytes
  /// The key of the headers of the next receiving chain.
  var nextReceivingHeaderKey: SharedSecretBytes
  /// The newest receiving chains and those before of which messages are missing, oldest first; all but the last are over.
  var receiving: [ReceivingChain]
  /// The keys of messages that have not arrived.
  var skipped: SkippedKeys

  /// The side that sends first.
  ///
  /// - Parameters:
  ///   - secrets: What the handshake agreed on.
  ///   - binding: What messages are bound to, 32 bytes.
  ///   - remoteKey: The peer's ratchet public key.
  init(initiator secrets: SessionSecrets, binding: [UInt8], remoteKey: [UInt8]) {
    self.init(
      secrets.rootKey, binding, ownKey: nil, remoteKey: remoteKey, secrets.initiatorHeaderKey,
      secrets.responderHeaderKey)
  }

  /// The side that has published a ratchet key.
  ///
  /// - Parameters:
  ///   - secrets: What the handshake agreed on.
  ///   - binding: What messages are bound to, 32 bytes.
  ///   - ownKey: The private half of the published key.
  init(responder secrets: SessionSecrets, binding: [UInt8], ownKey: Curve25519.KeyAgreement.PrivateKey) {
    self.init(
      secrets.rootKey, binding, ownKey: ownKey, remoteKey: nil, secrets.responderHeaderKey,
      secrets.initiatorHeaderKey)
  }

  private init(
    _ rootKey: SharedSecretBytes,
    _ binding: [UInt8],
    ownKey: Curve25519.KeyAgreement.PrivateKey?,
    remoteKey: [UInt8]?,
    _ nextSendingHeaderKey: SharedSecretBytes,
    _ nextReceivingHeaderKey: SharedSecretBytes
  ) {
    (self.binding, self.rootKey, self.ownKey, self.remoteKey) = (binding, rootKey, ownKey, remoteKey)
    (sending, previousCount) = (nil, 0)
    (self.nextSendingHeaderKey, self.nextReceivingHeaderKey) = (nextSendingHeaderKey, nextReceivingHeaderKey)
    (receiving, skipped) = ([], SkippedKeys())
  }

  /// Whether a message can be sealed: a responder has to open one first.
  var canSeal: Bool { remoteKey != nil }
}
