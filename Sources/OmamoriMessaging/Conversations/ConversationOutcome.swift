import OmamoriCore

/// The actions of one step, sorted for a driver that keeps first and releases then.
struct ConversationOutcome: Sendable {
  private(set) var kept: ConversationParts = []
  private(set) var sentMessage: SentMessage?
  private(set) var receivedMessage: ReceivedMessage?
  private(set) var events: [SecurityEvent] = []
  private(set) var refusal: MessagingError?

  init(_ actions: [ConversationAction]) {
    for action in actions {
      switch action {
      case .keep(let parts): kept.formUnion(parts)
      case .release(let envelope, let identifier):
        sentMessage = SentMessage(identifier: identifier, envelope: envelope.encoded)

      case .deliver(let message): receivedMessage = message
      case .report(let event): events.append(event)
      case .refuse(let error): refusal = error
      }
    }
  }

  /// The envelope of a step that sends.
  func sent() throws(MessagingError) -> [UInt8] {
    guard let sentMessage else { throw .conversation(.noSession) }
    return sentMessage.envelope
  }

  /// The message of a step that receives.
  func received() throws(MessagingError) -> ReceivedMessage {
    guard let receivedMessage else { throw .conversation(.noSession) }
    return receivedMessage
  }
}
