import OmamoriCore

/// The chain that messages are sealed with.
struct SendingChain: Sendable {
  /// The key of the headers.
  let headerKey: SharedSecretBytes
  /// The key that the next message's key follows from.
  var chainKey: SharedSecretBytes
  /// The number of the next message.
  var number: UInt32
}
