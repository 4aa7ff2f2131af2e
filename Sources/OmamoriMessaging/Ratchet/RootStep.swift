import OmamoriCore

/// What one agreement of ratchet keys makes of a root key.
struct RootStep {
  /// The next root key.
  let rootKey: SharedSecretBytes
  /// The first key of a new chain.
  let chainKey: SharedSecretBytes
  /// The key of the headers of the chain after the new one.
  let nextHeaderKey: SharedSecretBytes
}
