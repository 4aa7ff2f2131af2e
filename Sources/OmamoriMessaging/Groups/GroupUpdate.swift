/// What came of a step of a group.
///
/// A value; safe to share between threads.
public struct GroupUpdate: Sendable, Hashable {
  /// Which group.
  public let group: GroupIdentifier
  /// What happened to the group.
  public var events: [GroupEvent] = []
  /// Messages that had come before the keys that open them; no other call gives them.
  public var messages: [OpenedGroupMessage] = []
  /// What has to be delivered to members now, in this order.
  public var deliveries: [GroupDelivery] = []
  /// The members for whom there is no conversation, or whose identity changed.
  ///
  /// Start or accept one; each then asks for what it missed, or ``Group/resend(to:recording:)`` gives it.
  public var unreachable: [MessagingAddress] = []
}
