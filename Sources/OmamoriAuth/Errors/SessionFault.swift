/// Why a session cannot give a token.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum SessionFault: Sendable, Hashable {
  /// Nobody is logged in.
  case notLoggedIn
  /// The person has to log in again.
  case reauthenticationRequired(ReauthenticationReason)
  /// The token cannot be refreshed at the moment and has expired.
  case refreshUnavailable
  /// Another call or another process is using the session.
  case busy
  /// Another process changed the session in between.
  case conflict
  /// The stored session cannot be read.
  case corrupt
  /// The stored session was written by a newer version.
  case newerFormat
  /// The server refuses a fresh token.
  case tokenRejected
  /// The server wants to be left alone for this many seconds.
  case postponed(seconds: Int)
  /// The stored session is of another server, another client or another key.
  case otherIdentity
  /// The request must not carry a token to that server.
  case originNotAllowed
  /// The session was closed.
  case closed
}
