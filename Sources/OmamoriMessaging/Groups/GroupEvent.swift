/// What happened to a group.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum GroupEvent: Sendable, Hashable {
  /// We are a member now.
  case joined
  /// Somebody was added.
  case added(MessagingAddress)
  /// Somebody was removed or has left.
  case removed(MessagingAddress)
  /// The group has another name.
  case renamed(String)
  /// We are no member any more.
  case excluded
  /// Something that we did lost against what another member did at the same time; where it still made sense it was done
  /// again.
  case superseded
}
