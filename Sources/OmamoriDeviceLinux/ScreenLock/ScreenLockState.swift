/// Whether the screen of a person's session is locked.
public enum ScreenLockState: Sendable, Hashable, CaseIterable {
  /// It is locked.
  case locked
  /// It is not locked, or the desktop does not tell.
  case unlocked
  /// Nobody knows: there is no session, as on servers, or the service that keeps it is out of reach.
  case unavailable
}
