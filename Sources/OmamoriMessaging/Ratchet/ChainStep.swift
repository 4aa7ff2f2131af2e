import OmamoriCore

/// What one step makes of a chain key.
struct ChainStep {
  /// The key of one message.
  let messageKey: SharedSecretBytes
  /// The next key of the chain.
  let chainKey: SharedSecretBytes
}
