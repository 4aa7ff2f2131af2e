/// A message of a group, opened and proved to be its sender's.
///
/// A value; safe to share between threads.
public struct OpenedGroupMessage: Sendable, Hashable {
  /// The group to which it was sent.
  public let group: GroupIdentifier
  /// The member who sent it.
  public let sender: MessagingAddress
  /// The text.
  public let bytes: [UInt8]
}

extension OpenedGroupMessage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says nothing of the message.
  public var description: String { "<redacted>" }
  /// Says nothing of the message.
  public var debugDescription: String { "<redacted>" }
  /// Shows nothing of the message.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
