import OmamoriCore

/// The private half of a one-time key.
struct OneTimeSecret: Sendable, Equatable {
  /// The number, from 1.
  let identifier: UInt32
  /// The private key, or the seed of one.
  let secret: SharedSecretBytes
}
