import OmamoriCore

/// A chain that messages are opened with, or one that is over and remembered for its late messages.
struct ReceivingChain: Sendable {
  /// Tells the chains of a session apart; each has a greater one than those before.
  let serial: UInt32
  /// The peer's ratchet public key, 32 bytes.
  let ratchetKey: [UInt8]
  /// The key of the headers.
  let headerKey: SharedSecretBytes
  /// The key that the key of message `next` follows from, or `nil` when the chain is over.
  var chainKey: SharedSecretBytes?
  /// The number of the next message; the keys of those before are used, skipped or gone.
  var next: UInt32
}
