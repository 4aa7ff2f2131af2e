/// A message for a group, and what has to reach members before it.
///
/// A value; safe to share between threads.
public struct SealedGroupMessage: Sendable, Hashable {
  /// The message, the same for all members.
  public let message: [UInt8]
  /// The members to whom it goes.
  public let recipients: [MessagingAddress]
  /// What has to be delivered first, and who could not be reached.
  public let update: GroupUpdate
}
