/// Why data must not be kept in a place.
///
/// A value; safe to share between threads.
public enum ClassificationFault: Sendable, Hashable, CaseIterable {
  /// The place protects less than the classification asks for.
  case place
  /// The secret could be used at times when it must not.
  case accessibility
  /// The data must not leave this device.
  case synchronizable
  /// Somebody has to prove to be there, and nothing asks for that.
  case accessControl
  /// The data must not get into a backup.
  case backup
  /// The data would be in memory that is neither locked nor wiped.
  case memory
}
