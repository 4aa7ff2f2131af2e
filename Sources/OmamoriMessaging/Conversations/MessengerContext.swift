import OmamoriCore

/// What an account and its conversations work with.
struct MessengerContext: Sendable {
  /// How often a step is repeated that another process got ahead of.
  static let greatestAttemptCount = 64

  let account: MessagingAccount
  let store: any ConversationStore
  let clock: any WallClock
  let randomness: any Randomness
  let events: any SecurityEvents
}
