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
