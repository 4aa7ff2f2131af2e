public import OmamoriCore

/// Keeps the counters of attested keys; a port that a server's database fulfils.
///
/// Safe to use from any thread.
public protocol AssertionCounters: Sendable {
  /// Sets the counter of a key if it is below the new value, in one step that no other caller can come between.
  ///
  /// In SQL: `UPDATE keys SET counter = :new WHERE id = :key AND counter < :new`, and whether a row was changed.
  ///
  /// - Parameters:
  ///   - keyID: The identifier of the key.
  ///   - counter: The new value.
  /// - Returns: Whether the counter was below and is the new value now; `false` also for a key that is not known.
  /// - Throws: ``AuthError``.
  func advance(_ keyID: Data, to counter: UInt32) async throws(AuthError) -> Bool
}
