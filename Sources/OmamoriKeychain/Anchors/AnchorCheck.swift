#if !canImport(Darwin)

extension [any RollbackAnchor] {
  /// Compares a store's epoch with what all anchors remember.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - epoch: The epoch that was found in the store.
  /// - Returns: What is known; ``RollbackProtection/verified`` only when an anchor confirmed it.
  /// - Throws: ``KeychainError/rolledBack(expected:found:)`` when any anchor remembers a newer epoch,
  ///   ``KeychainError/corrupt(_:)`` when what an anchor remembers is not authentic.
  func protection(of store: AnchoredStore, at epoch: UInt64) throws(KeychainError) -> RollbackProtection {
    guard !isEmpty else { return .unavailable }
    var newest: UInt64?
    var isReachable = false
    for anchor in self {
      do throws(KeychainError) {
        if let found = try anchor.newestEpoch(of: store) { newest = Swift.max(found, newest ?? 0) }
        isReachable = true
      } catch .corrupt(let place) {
        throw .corrupt(place)
      } catch {
        // The others may still know; what cannot be reached confirms nothing.
        continue
      }
    }
    guard let newest else { return isReachable ? .unrecorded : .unreachable }
    guard newest <= epoch else { throw .rolledBack(expected: newest, found: epoch) }
    return .verified
  }

  /// Records an epoch with all anchors, also when one of them fails.
  ///
  /// - Returns: What failed, one error an anchor; empty when all have it.
  func raise(to epoch: UInt64, of store: AnchoredStore) -> [KeychainError] {
    compactMap { anchor in
      do throws(KeychainError) {
        try anchor.raise(to: epoch, of: store)
        return nil
      } catch {
        return error
      }
    }
  }
}
#endif
