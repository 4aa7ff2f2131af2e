/// Takes note of what matters for security; a port that the audit log, a logger or a test fulfils.
///
/// Safe to use from any thread.
public protocol SecurityEvents: Sendable {
  /// Takes an event without waiting for anything and without failing; what cannot be kept is the sink's to report.
  func record(_ event: SecurityEvent)
}

extension SecurityEvents where Self == DiscardedSecurityEvents {
  /// A sink that forgets every event.
  public static var discarded: DiscardedSecurityEvents { DiscardedSecurityEvents() }
}
