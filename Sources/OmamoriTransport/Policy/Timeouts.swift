/// How long a request may take.
///
/// A value; safe to share between threads.
public struct Timeouts: Sendable, Hashable {
  /// The time to connect, TLS included.
  public var connecting: Duration = .seconds(15)
  /// The time without a byte in either direction.
  public var idle: Duration = .seconds(30)
  /// The time of the whole request, redirects included.
  public var total: Duration = .seconds(60)

  /// The times that a policy has unless it says otherwise.
  public init() {}
}
