/// Whether a store can be used.
///
/// A value; safe to share between threads.
public enum KeychainLockState: Sendable, Hashable, CaseIterable {
  /// Everything can be used.
  case unlocked
  /// Locked again after a first unlocking: items that survive locking can be used.
  case locked
  /// Not unlocked yet, or locked completely: nothing can be used.
  case beforeFirstUnlock
  /// There is no store, or it cannot be reached.
  case unavailable
}
