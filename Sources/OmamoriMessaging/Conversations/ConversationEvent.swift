import OmamoriCore

/// What can happen to a conversation.
enum ConversationEvent: Sendable {
  /// The application fetched the peer's bundle to begin a session.
  case start(KeyBundle)
  /// The application sends.
  case send(MessageKind, [UInt8])
  /// An envelope came.
  case receive([UInt8])
  /// The application fetched the peer's bundle because messages cannot be opened; `isForced` when a person asked.
  case reset(KeyBundle, isForced: Bool)
  /// A person compared the identity, or takes it back.
  case verify(Bool, PeerIdentity)
  /// The application takes the other identity.
  case accept(PeerIdentity)
  /// The application stays with the identity.
  case refuse(PeerIdentity)
  /// Time went on.
  case clock

  /// Whether the step may begin a session.
  var beginsSession: Bool {
    switch self {
    case .start, .reset: true
    default: false
    }
  }
}

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
