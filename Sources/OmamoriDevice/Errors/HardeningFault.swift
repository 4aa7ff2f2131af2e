/// Why a protection of the process is not in place.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum HardeningFault: Sendable, Hashable {
  /// The kernel does not have it.
  case notOffered
  /// The system refused it.
  case denied
}
