import OmamoriCore

/// A public key of X25519 that is used for one session.
///
/// It is not signed: a server that puts another one in its place makes the session fail, and gains nothing else. A
/// value; safe to share between threads.
struct OneTimeKey: Sendable, Hashable {
  static let byteCount = 4 + CurveKeyRules.byteCount

  /// The number, from 1.
  let identifier: UInt32
  /// The public key.
  let key: [UInt8]

  init(identifier: UInt32, key: [UInt8]) {
    self.identifier = identifier
    self.key = key
  }

  /// Reads an entry.
  ///
  /// - Parameter bytes: The number and the key.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/invalid``.
  init(decoding bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count == Self.byteCount else { throw .prekey(.invalid) }
    identifier = bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    key = Array(bytes[4...])
    guard identifier > 0, CurveKeyRules.isAgreementKey(key) else { throw .prekey(.invalid) }
  }

  /// The encoded form.
  var encoded: [UInt8] { identifier.bigEndianBytes + key }
}
