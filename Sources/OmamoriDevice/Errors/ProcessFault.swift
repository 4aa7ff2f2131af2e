/// Why a process cannot be looked at.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum ProcessFault: Sendable, Hashable {
  /// There is no process of that number.
  case absent
  /// The system does not let this user look at it.
  case denied
  /// What the system says of it cannot be understood.
  case unreadable
}
