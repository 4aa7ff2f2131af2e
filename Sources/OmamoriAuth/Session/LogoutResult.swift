/// What came of a logout.
///
/// The session is gone from this machine in every case. A value; safe to share between threads.
public enum LogoutResult: Sendable, Hashable {
  /// The server took the tokens back.
  case revoked
  /// The server cannot be reached; the tokens are given back as soon as it can.
  case pending
  /// The server does not take tokens back, or refused to.
  case unsupported
  /// Nobody was logged in.
  case nothing
}
