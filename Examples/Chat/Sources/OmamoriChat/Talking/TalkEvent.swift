import OmamoriMessaging

/// What happens while two people talk.
enum TalkEvent: Sendable {
  /// A line was typed.
  case line(String)
  /// Nothing more will be typed.
  case endOfInput
  /// The relay answered.
  case delivery(ChatAccount.Delivery)
  /// The relay cannot be reached.
  case offline(RelayUnreachable)
  /// Something failed without which the conversation goes on.
  case warning(ChatFault)
  /// The conversation cannot go on.
  case failure(any Error)
  /// It is time to try again what could not be sent.
  case retry
}
