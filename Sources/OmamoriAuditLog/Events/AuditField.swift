/// What is recorded under a name of an ``AuditEvent``, and who may read it.
///
/// A value; safe to share between threads.
public enum AuditField: Sendable, Hashable {
  /// Whoever can read the log can read it.
  ///
  /// A text is looked through for secrets before it is sealed; see ``SecretScreening``.
  case `public`(AuditValue)
  /// It is sealed under a key of its own, and what stands in the record only commits to it.
  ///
  /// Erasing the subject's key with ``AuditLog/erase(_:)`` makes it unreadable for everybody and leaves the log as
  /// verifiable as before.
  case `private`(AuditValue, of: AuditSubject)
  /// A keyed digest of it: the same value gives the same digest within one log, and nothing else is told.
  case hashed(AuditValue)
  /// Only that there was something.
  case dropped
}
