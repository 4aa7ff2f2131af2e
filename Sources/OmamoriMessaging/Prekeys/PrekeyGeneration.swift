public import OmamoriCore
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

/// The private half of a one-time key.
struct OneTimeSecret: Sendable, Equatable {
  /// The number, from 1.
  let identifier: UInt32
  /// Both halves of a key of X25519, or the seed of one for encapsulation.
  let secret: SharedSecretBytes
}

/// A one-time key for a server to hand out once.
public struct PrekeyEntry: Sendable, Hashable {
  /// The number of the key, from 1; never used for another one of the same kind.
  public let identifier: UInt32
  /// What the server hands out, to be given to ``KeyBundle``.
  public let bytes: [UInt8]

  init(identifier: UInt32, bytes: [UInt8]) {
    self.identifier = identifier
    self.bytes = bytes
  }
}

/// Public keys for a server, which hands them out to whoever wants to start a session.
///
/// Nothing in it is secret. The server replaces the signed part and adds the entries, each of which it hands out once, one
/// of each kind with a bundle.
public struct PrekeyPublication: Sendable, Hashable {
  /// The identity, the suites, the signed prekey and the last-resort key under one signature.
  public let signedPart: [UInt8]
  /// When the signed part expires; publish again before.
  public let expires: Date
  /// Keys of X25519 for one session each.
  public let oneTimeKeys: [PrekeyEntry]
  /// Keys for encapsulation for one session each, as many as there are ``oneTimeKeys``; empty when no suite has ML-KEM.
  ///
  /// Each has about 1.6 KiB with ML-KEM-1024. Without one a session uses the last-resort key, which lasts for weeks.
  public let oneTimeEncapsulationKeys: [PrekeyEntry]

  init(signedPart: SignedPart, oneTimeKeys: [OneTimeKey], oneTimeEncapsulationKeys: [OneTimeEncapsulationKey])
  {
    self.signedPart = signedPart.encoded
    expires = Date(timeIntervalSince1970: Double(signedPart.expiry))
    self.oneTimeKeys = oneTimeKeys.map { PrekeyEntry(identifier: $0.identifier, bytes: $0.encoded) }
    self.oneTimeEncapsulationKeys = oneTimeEncapsulationKeys.map {
      PrekeyEntry(identifier: $0.identifier, bytes: $0.encoded)
    }
  }
}

/// The private halves that belong to an opening.
struct PrekeySelection: Sendable {
  /// The suites that were offered with the signed prekey.
  let suites: SuiteList
  /// SHA-256 of the signed part that was offered.
  let signedPartDigest: [UInt8]
  /// Both halves of the signed prekey.
  let signedPrekey: SharedSecretBytes
  /// Both halves of the one-time key of X25519, or `nil` when none was used.
  let oneTimeKey: SharedSecretBytes?
  /// The seed of the key that was encapsulated to, or `nil` when the suite has none.
  let encapsulationSeed: SharedSecretBytes?
}
