/// What every message of a ratchet is bound to beside its header.
struct RatchetContext: Sendable {
  /// The length of what stands for the session in bytes.
  static let bindingByteCount = 32

  /// Stands for both identities, both addresses and the session, 32 bytes.
  let binding: [UInt8]
  /// What the caller authenticates with this message.
  let data: [UInt8]
}
