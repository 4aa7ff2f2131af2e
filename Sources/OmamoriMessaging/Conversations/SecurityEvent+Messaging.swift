import OmamoriCore

extension SecurityEvent {
  /// Somebody uses another identity under a peer's address.
  static let identityChanged = SecurityEvent("messaging.identity.changed", .messaging, .warning)
  /// The other identity was accepted.
  static let identityAccepted = SecurityEvent("messaging.identity.accepted", .messaging, .notice)
  /// The other identity was refused.
  static let identityRefused = SecurityEvent("messaging.identity.refused", .messaging, .notice)
  /// A person verified an identity.
  static let identityVerified = SecurityEvent("messaging.identity.verified", .messaging, .information)
  /// This side began a new session because it could not open a message.
  static let sessionReset = SecurityEvent("messaging.session.reset", .messaging, .notice)
  /// The other side began a new session because it could not open a message.
  static let peerReset = SecurityEvent("messaging.session.reset.by-peer", .messaging, .notice)
  /// A message came again.
  static let messageReplayed = SecurityEvent("messaging.message.replayed", .messaging, .warning)
  /// No key opens a message.
  static let messageUnreadable = SecurityEvent("messaging.message.unreadable", .messaging, .warning)
  /// A message was changed on its way, or comes from somebody else.
  static let messageForged = SecurityEvent("messaging.message.forged", .messaging, .warning)
  /// A bundle or an opening has a wrong key or a wrong signature.
  static let keyRefused = SecurityEvent("messaging.key.refused", .messaging, .warning)

  /// What an error is worth to a log, if anything.
  static func refusal(_ error: MessagingError) -> SecurityEvent? {
    switch error {
    case .message(.replayed): .messageReplayed
    case .message(.unreadable), .message(.tooFarAhead): .messageUnreadable
    case .message(.forged): .messageForged
    case .identity(.invalid), .prekey(.invalid): .keyRefused
    default: nil
    }
  }
}
