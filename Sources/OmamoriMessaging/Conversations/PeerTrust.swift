/// What a person or an application has said about the identity of a peer.
///
/// A value; safe to share between threads.
public enum PeerTrust: Sendable, Hashable {
  /// No identity is known yet; the first one is taken.
  case unknown
  /// The first identity that was seen, which nobody has compared.
  case unverified
  /// A person compared the safety number or scanned the code.
  case verified
  /// Somebody uses another identity under the peer's address. Nothing is sent, and nothing under that identity is
  /// delivered, until it is accepted with ``Conversation/accept(_:)`` or refused with ``Conversation/refuse(_:)``.
  case changed(PeerIdentity)
}
