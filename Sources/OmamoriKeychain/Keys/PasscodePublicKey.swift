import OmamoriCore

/// The half of the passcode key that seals: what it sealed can only be opened with a passphrase.
///
/// So storing an item asks nobody, and reading it does, every time. A value; safe to share between threads.
struct PasscodePublicKey: Sendable, Hashable {
  /// The length of a key in bytes.
  static let byteCount = 32

  /// The X25519 public key.
  let bytes: [UInt8]
}
