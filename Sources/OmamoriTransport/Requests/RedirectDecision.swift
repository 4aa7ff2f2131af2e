/// What to do with a response as far as redirects are concerned.
///
/// A value; safe to share between threads.
public enum RedirectDecision: Sendable {
  /// Hand it to the application.
  case deliver
  /// Drop it and send this request, on a connection that this policy admits.
  case follow(Request, HostPolicy)
}
