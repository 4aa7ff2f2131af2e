/// The right to refresh a session, held by one process at a time.
///
/// Safe to use from any thread.
public protocol SessionLock: Sendable {
  /// Lets the next one in; a second call does nothing.
  func release() async
}
