import OmamoriCore

/// What the driver of a conversation does, in this order and only when all before it succeeded.
enum ConversationAction: Sendable {
  /// Store what changed, in one step.
  case keep(ConversationParts)
  /// Give the envelope to the application, to be delivered.
  case release(Envelope, MessageIdentifier)
  /// Give the message to the application.
  case deliver(ReceivedMessage)
  /// Tell the log.
  case report(SecurityEvent)
  /// Tell the application that the step was not made.
  case refuse(MessagingError)
}
