/// Which redirects are followed; each hop is a new request under the rule of its own host.
///
/// A redirect to anything but `https` is never followed, and credentials never go to another origin. A value; safe to
/// share between threads.
public enum RedirectRule: Sendable, Hashable {
  /// None: the response is the redirect.
  case none
  /// To the same host and port, at most this many times.
  case sameOrigin(limit: Int)
  /// To hosts that have a rule in the policy, at most this many times.
  case listedHosts(limit: Int)
}
