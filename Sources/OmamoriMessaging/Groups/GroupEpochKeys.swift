import OmamoriCrypto

/// What comes from the secret of an epoch: how its messages are recognised, and what their headers are sealed with.
///
/// Texts are not sealed with it, but with the chains of their senders. A value; safe to share between threads.
struct GroupEpochKeys: Sendable {
  /// The bytes that every header, text and signature of the epoch is bound to: group, number and change.
  let context: [UInt8]
  /// What members recognise messages of the epoch by, 16 bytes.
  let tag: [UInt8]
  /// What headers are sealed with.
  let headerKey: SymmetricKey

  init(group: [UInt8], epoch: UInt64, head: [UInt8], secret: SymmetricKey) {
    context = group + GroupFieldWriter.bytes(of: epoch) + head
    tag = GroupCipher.deriveBytes(secret, .tag, context, count: GroupMessage.tagSize)
    headerKey = GroupCipher.derive(secret, .header, context)
  }
}
