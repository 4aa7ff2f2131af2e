/// Why a prekey or a bundle of them cannot be used.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum PrekeyFault: Sendable, Hashable {
  /// A key or a signature of the bundle is wrong.
  case invalid
  /// The message names a prekey that is not there, or was used before.
  case unknown
  /// The bundle is too old to start a session with.
  case expired
  /// Both sides take no suite in common, or not the strongest one was chosen.
  case noCommonSuite
  /// There are no numbers left for new keys.
  case exhausted
}
