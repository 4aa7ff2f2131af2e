public import OmamoriCore

/// An envelope of a group for one member, as the conversation with the member sealed it.
public struct GroupDelivery: Sendable, Hashable {
  /// The member.
  public let address: MessagingAddress
  /// The envelope, for the member alone.
  public let envelope: [UInt8]
}

/// What a step of a group gives, before it is kept.
struct GroupStep: Sendable {
  /// What happened.
  var events: [GroupEvent] = []
  /// What has to reach members.
  var outgoing: [GroupMachine.Outgoing] = []
  /// Messages that came before their keys.
  var messages: [OpenedGroupMessage] = []
  /// Changes of other records that are made with the step.
  var changes: [RecordChange] = []
}

/// What came of a step of a group.
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

/// What happened to a group.
@nonexhaustive
public enum GroupEvent: Sendable, Hashable {
  /// We are a member now.
  case joined
  /// Somebody was added.
  case added(MessagingAddress)
  /// Somebody was removed or has left.
  case removed(MessagingAddress)
  /// The group has another name.
  case renamed(String)
  /// We are no member any more.
  case excluded
  /// Something that we did lost against what another member did at the same time; where it still made sense it was done
  /// again.
  case superseded
}

/// A message of a group, opened and proved to be its sender's.
public struct OpenedGroupMessage: Sendable, Hashable {
  /// The group to which it was sent.
  public let group: GroupIdentifier
  /// The member who sent it.
  public let sender: MessagingAddress
  /// The text.
  public let bytes: [UInt8]
}

extension OpenedGroupMessage: RedactedDescription {}

/// A message for a group, and what has to reach members before it.
public struct SealedGroupMessage: Sendable, Hashable {
  /// The message, the same for all members.
  public let message: [UInt8]
  /// The members to whom it goes.
  public let recipients: [MessagingAddress]
  /// What has to be delivered first, and who could not be reached.
  public let update: GroupUpdate
}
