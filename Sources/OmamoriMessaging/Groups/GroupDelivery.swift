/// An envelope of a group for one member, as the conversation with the member sealed it.
///
/// A value; safe to share between threads.
public struct GroupDelivery: Sendable, Hashable {
  /// The member.
  public let address: MessagingAddress
  /// The envelope, for the member alone.
  public let envelope: [UInt8]
}
