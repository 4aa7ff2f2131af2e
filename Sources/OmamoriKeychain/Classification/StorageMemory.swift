/// What data are to be held in while a program works with them, from the weakest to the strongest.
///
/// A value; safe to share between threads.
public enum StorageMemory: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Any type.
  case ordinary
  /// A type that does not print or encode itself, such as `Redacted`.
  case redacted
  /// Locked memory that is wiped, `SecretBytes`.
  case locked

  /// Says whether `left` protects less than `right`.
  public static func < (left: StorageMemory, right: StorageMemory) -> Bool { left.rawValue < right.rawValue }
}
