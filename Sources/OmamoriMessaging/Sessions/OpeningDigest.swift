import OmamoriCore
import OmamoriCrypto

/// Names what opened a session: the first half of its SHA-256 digest.
///
/// A value; safe to share between threads.
struct OpeningDigest: Sendable, Hashable {
  static let byteCount = 16

  /// The bytes, 16 of them.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The digest of an encoded opening.
  init(of opening: [UInt8]) { bytes = Array(SHA256.hash(data: opening).prefix(Self.byteCount)) }
}
