#if !canImport(Darwin)
/// Something that happens to the person's session and that a keychain should follow.
///
/// A value; safe to share between threads.
public enum SessionEvent: Sendable, Hashable, CaseIterable {
  /// The screen is being locked.
  case locked
  /// The screen has been unlocked.
  case unlocked
  /// The machine is about to be suspended or hibernated.
  case sleeping
  /// The machine is awake again.
  case woken
  /// The machine is about to be switched off or started again.
  case shuttingDown
  /// The service that tells is gone: lock, since nothing will be told any more.
  case lost

  /// Whether an open keychain should be locked.
  public var asksForLocking: Bool {
    switch self {
    case .locked, .sleeping, .shuttingDown, .lost: true
    case .unlocked, .woken: false
    }
  }
}
#endif
