/// What a failed refresh means for the session.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum RefreshFailure: Sendable, Hashable, CaseIterable {
  /// The refresh token is worthless, unless somebody else has exchanged it meanwhile: look there first.
  case terminal
  /// The client is set up wrongly; the tokens stay, and trying again does not help.
  case configuration
  /// The server or the way to it is out of order; the tokens stay, and trying again later helps.
  case transient
  /// Nobody can say what the server meant or did; the tokens stay.
  case undetermined
}
