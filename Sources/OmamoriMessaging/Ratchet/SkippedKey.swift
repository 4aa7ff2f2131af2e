import OmamoriCore

/// The key of a message that has not arrived although a later one has.
struct SkippedKey: Sendable {
  /// The serial number of the chain.
  let chain: UInt32
  /// The number of the message in its chain.
  let number: UInt32
  /// When the key was skipped, in seconds since 1970.
  let second: UInt64
  /// The key of the message.
  let key: SharedSecretBytes
}
