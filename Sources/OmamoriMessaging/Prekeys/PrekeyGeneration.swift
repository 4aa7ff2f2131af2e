import OmamoriCore
import OmamoriCrypto

/// A signed prekey and a last-resort key with their private halves, which are replaced together.
struct PrekeyGeneration: Sendable, Equatable {
  /// A session that used no one-time key.
  struct Remembered: Sendable, Equatable {
    /// How many bytes name the peer.
    static let peerByteCount = 8

    /// The first bytes of the digest of the identity that began it; zeros for one of before they were kept.
    let peer: [UInt8]
    /// The identifier of the session.
    let session: [UInt8]
  }

  /// How many sessions that used no one-time key are remembered.
  static let greatestRememberedCount = 1024
  /// How many of them one identity may begin, so that it takes many identities to close a generation.
  static let greatestRememberedCountOfPeer = 16

  /// The number, from 1.
  let number: UInt32
  /// When it was made, in seconds since 1970.
  let made: UInt64
  /// The suites that were offered with it.
  let suites: SuiteList
  /// Both halves of the signed prekey.
  let signedPrekey: SharedSecretBytes
  /// The seed of the last-resort key, or `nil` when no suite needs one.
  let lastResortSeed: SharedSecretBytes?
  /// SHA-256 of the signed part.
  let signedPartDigest: [UInt8]
  /// When it was replaced, in seconds since 1970, or `nil` while it is the newest.
  var replaced: UInt64?
  /// The sessions that used no one-time key, in the order of their start.
  private(set) var remembered: [Remembered]

  init(
    number: UInt32,
    made: UInt64,
    suites: SuiteList,
    signedPrekey: SharedSecretBytes,
    lastResortSeed: SharedSecretBytes?,
    signedPartDigest: [UInt8],
    replaced: UInt64? = nil,
    remembered: [Remembered] = []
  ) {
    self.number = number
    self.made = made
    self.suites = suites
    self.signedPrekey = signedPrekey
    self.lastResortSeed = lastResortSeed
    self.signedPartDigest = signedPartDigest
    self.replaced = replaced
    self.remembered = remembered
  }

  /// Whether no further session without a one-time key can be remembered.
  var isFull: Bool { remembered.count >= Self.greatestRememberedCount }

  /// Remembers a session that used no one-time key.
  ///
  /// - Parameters:
  ///   - session: The identifier of the session.
  ///   - peer: The identity that began it.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/replayed`` for one that is remembered,
  ///   ``MessagingError/prekey(_:)`` with ``PrekeyFault/unknown`` when there is no room, or none for that identity: forgetting
  ///   one in its place would let its opening be replayed.
  mutating func remember(_ session: [UInt8], of peer: PeerDigest) throws(MessagingError) {
    guard !remembered.contains(where: { $0.session == session }) else { throw .message(.replayed) }
    let peer = Array(peer.bytes.prefix(Remembered.peerByteCount))
    guard !isFull, remembered.count(where: { $0.peer == peer }) < Self.greatestRememberedCountOfPeer else {
      throw .prekey(.unknown)
    }
    remembered.append(Remembered(peer: peer, session: session))
  }
}
