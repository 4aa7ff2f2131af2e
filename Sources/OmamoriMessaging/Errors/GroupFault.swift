/// Why a message or a change of a group is refused.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum GroupFault: Sendable, Hashable {
  /// The sender or we are not a member at this epoch.
  case notMember
  /// It belongs to another epoch.
  case wrongEpoch
  /// A signature or a binding is wrong.
  case invalid
}
