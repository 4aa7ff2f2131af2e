/// A sink that forgets every event, for programs that keep none.
///
/// Has no state; safe to use from any thread.
public struct DiscardedSecurityEvents: SecurityEvents {
  /// Makes a sink.
  public init() {}

  /// Forgets the event.
  public func record(_ event: SecurityEvent) {}
}
