import OmamoriCore
import OmamoriCrypto

/// Names an identity where the whole is not needed: the SHA-256 digest of its two keys.
///
/// A value; safe to share between threads.
struct PeerDigest: Sendable, Hashable {
  static let byteCount = 32

  /// The bytes, 32 of them.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The digest of an identity.
  init(_ identity: PeerIdentity) { bytes = Array(SHA256.hash(data: identity.encoded)) }
}
