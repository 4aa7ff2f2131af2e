import OmamoriCore

/// The sink through which the other modules report into a log.
///
/// Safe to use from any thread.
struct AuditLogEvents: SecurityEvents {
  let door: LogDoor

  func record(_ event: SecurityEvent) { door.report(event) }
}
