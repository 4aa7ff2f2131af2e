public import OmamoriCore

/// A message that was opened: it is from the peer, whole, and was not opened before.
///
/// Only ``Conversation`` makes one.
public struct ReceivedMessage: Sendable, Hashable {
  /// Who sent it.
  public let sender: MessagingAddress
  /// Whether a person had verified the sender's identity when the message was opened.
  public let isVerified: Bool
  /// What it is for; only a message of ``MessageKind/application`` is to be shown.
  public let kind: MessageKind
  /// Names the message on both sides.
  public let identifier: MessageIdentifier
  /// When it was sent by the sender's clock, which may be wrong.
  public let sentAt: Date
  /// What the sender gave to ``Conversation/seal(_:recording:)``.
  public let body: [UInt8]

  init(_ content: MessageContent, from sender: MessagingAddress, isVerified: Bool) {
    self.sender = sender
    self.isVerified = isVerified
    kind = content.kind
    identifier = content.identifier
    sentAt = MessageTime.date(content.milliseconds)
    body = content.body
  }
}

extension ReceivedMessage: RedactedDescription {}

/// A message that was sealed and whose keys are gone from the store; what is left is to deliver it.
public struct SentMessage: Sendable, Hashable {
  /// Names the message on both sides.
  public let identifier: MessageIdentifier
  /// The encoded ``Envelope`` for the server.
  public let envelope: [UInt8]
}
