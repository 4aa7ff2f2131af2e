/// Why the shared database could not answer.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum DatabaseFault: Sendable, Hashable {
  /// The client library of PostgreSQL is not installed.
  case libraryMissing
  /// The database cannot be reached.
  case notConnected
  /// The database refused the statement.
  case refused
  /// The table is missing or has another layout.
  case schema
}
