import OmamoriCore

/// What both sides of a handshake share, and what a ratchet starts from.
struct SessionSecrets: Sendable {
  /// The first root key, 32 bytes.
  let rootKey: SharedSecretBytes
  /// The key that the initiator's first headers are sealed with, 32 bytes.
  let initiatorHeaderKey: SharedSecretBytes
  /// The key that the responder's first headers are sealed with, 32 bytes.
  let responderHeaderKey: SharedSecretBytes
  /// Binds every message to both identities, both addresses and the suite; public, the same on both sides.
  let associatedData: [UInt8]
  /// Tells sessions apart, 16 bytes; public, the same on both sides.
  let identifier: [UInt8]
}
