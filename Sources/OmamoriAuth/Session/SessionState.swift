/// What a session is at, without anything secret.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum SessionState: Sendable, Hashable {
  /// Nothing has been read yet.
  case unknown
  /// Somebody is logged in.
  case active
  /// New tokens are being fetched.
  case refreshing
  /// Tokens were asked for, and nobody knows what became of that.
  case outcomeUnknown
  /// The person has to log in again.
  case reauthenticationRequired(ReauthenticationReason)
  /// Nobody is logged in; this many tokens are still to be given back to the server.
  case loggedOut(pendingRevocations: Int)

  /// Whether somebody is logged in.
  public var isAuthenticated: Bool {
    switch self {
    case .active, .refreshing, .outcomeUnknown: true
    case .unknown, .reauthenticationRequired, .loggedOut: false
    }
  }
}
