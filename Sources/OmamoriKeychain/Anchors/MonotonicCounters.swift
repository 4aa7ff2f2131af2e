#if !canImport(Darwin)

/// Counters that only go up, one a store.
///
/// Calls stand still until the hardware answers. Safe to use from any thread.
protocol MonotonicCounters: Sendable {
  /// The counter's value; `nil` when the store has none.
  ///
  /// - Throws: ``KeychainError/unavailable(_:)``, ``KeychainError/corrupt(_:)`` for a counter of somebody else.
  func value(for store: AnchoredStore) throws(KeychainError) -> UInt64?

  /// Makes the store's counter and gives its value, which is higher than that of any counter before it.
  ///
  /// - Throws: ``KeychainError/unavailable(_:)``, ``KeychainError/backend(code:)``.
  func create(for store: AnchoredStore) throws(KeychainError) -> UInt64

  /// Counts once.
  ///
  /// - Throws: ``KeychainError/unavailable(_:)``, ``KeychainError/backend(code:)``.
  func increment(for store: AnchoredStore) throws(KeychainError)
}
#endif
