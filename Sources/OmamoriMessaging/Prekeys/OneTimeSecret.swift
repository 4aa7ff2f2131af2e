import OmamoriCore

/// The private half of a one-time key.
struct OneTimeSecret: Sendable, Equatable {
  /// The number, from 1.
  let identifier: UInt32
  /// Both halves of a key of X25519, or the seed of one for encapsulation.
  let secret: SharedSecretBytes
}
