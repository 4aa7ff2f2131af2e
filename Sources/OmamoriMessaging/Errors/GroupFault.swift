/// Why a message or a change of a group is refused.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum GroupFault: Sendable, Hashable {
  /// The sender or we are not a member at this epoch.
  case notMember
  /// It belongs to another epoch.
  case wrongEpoch
  /// The member may not do this.
  case notAllowed
  /// The sender has not given us the key of this epoch yet.
  case missingKey
  /// A signature or a binding is wrong.
  case invalid
  /// The group has had as many changes as a new member can be shown.
  case exhausted
}
