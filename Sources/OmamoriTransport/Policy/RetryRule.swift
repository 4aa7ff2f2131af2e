/// When a request is sent again.
///
/// It is sent again when its name was not resolved, when nobody could be reached, when the connection broke, and when the
/// server answered 429, 502, 503 or 504; never after a server was refused, a handshake failed or the time was up, and never
/// with a body that comes piece by piece. The waits double (with half of each left to chance), and are never shorter than
/// the server's `Retry-After` asks (RFC 9110, section 10.2.3). When there is no time or no attempt left, the last answer or
/// error is what the caller gets. A value; safe to share between threads.
public struct RetryRule: Sendable, Hashable {
  /// The most attempts that a rule can have.
  public static let greatestAttempts = 10

  /// How often the request is sent at most, the first time included; 1 to ``greatestAttempts``.
  public var attempts = 3
  /// The time for all attempts and waits together; each attempt has the request's ``Timeouts`` besides.
  public var total: Duration = .seconds(120)
  /// The wait before the second attempt.
  public var firstWait: Duration = .milliseconds(500)
  /// The longest wait that doubling leads to; the server may ask for a longer one.
  public var longestWait: Duration = .seconds(30)
  /// Whether also a `POST` or `PATCH` is sent again, which are not idempotent (RFC 9110, section 9.2.2): what they do may
  /// then be done twice.
  public var repeatsAnyMethod = false

  /// The rule with these settings.
  public init() {}

  /// Nothing is sent again.
  public static let none: RetryRule = {
    var rule = RetryRule()
    rule.attempts = 1
    return rule
  }()
}
