#if !canImport(Darwin)

/// What anchors remember of a store.
///
/// A value; safe to share between threads.
struct AnchorRecall: Sendable, Equatable {
  /// Whether there are anchors at all.
  let hasAnchors: Bool
  /// The newest epoch that any of them remembers.
  var newest: UInt64?
  /// Whether any can be reached.
  var isReachable = false
  /// Whether one that can be reached and does not forget by itself remembers nothing.
  var lacksRecord = false
  /// Why one that does not forget by itself cannot be asked; `nil` when all of them can.
  var obstacle: KeychainError?

  /// Compares a store's epoch with what the anchors remember.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that was found in the store.
  ///   - isAnchored: Whether the store says that an anchor remembered it once.
  /// - Returns: What is known; ``RollbackProtection/verified`` only when an anchor confirmed it.
  /// - Throws: ``KeychainError/rolledBack(expected:found:)`` when any anchor remembers a newer epoch,
  ///   ``KeychainError/corrupt(_:)`` when a record that was there once is missing, and ``obstacle`` when it cannot be read.
  func protection(at epoch: UInt64, isAnchored: Bool) throws(KeychainError) -> RollbackProtection {
    guard hasAnchors else { return .unavailable }
    guard let newest else {
      // Someone who puts back an old file would remove the record first, or make it unreadable.
      if isAnchored {
        if let obstacle { throw obstacle }
        guard !lacksRecord else { throw .corrupt(.witness) }
      }
      return isReachable ? .unrecorded : .unreachable
    }
    guard newest <= epoch else { throw .rolledBack(expected: newest, found: epoch) }
    return .verified
  }
}

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
    try recall(of: store).protection(at: epoch, isAnchored: false)
  }

  /// Asks all anchors what they remember.
  ///
  /// - Parameter store: The store.
  /// - Returns: What they remember together.
  /// - Throws: ``KeychainError/corrupt(_:)`` when what one of them remembers is not authentic.
  func recall(of store: AnchoredStore) throws(KeychainError) -> AnchorRecall {
    var recall = AnchorRecall(hasAnchors: !isEmpty)
    for anchor in self {
      do throws(KeychainError) {
        let found = try anchor.newestEpoch(of: store)
        recall.isReachable = true
        if let found { recall.newest = Swift.max(found, recall.newest ?? 0) }
        if found == nil, anchor.isLasting { recall.lacksRecord = true }
      } catch .corrupt(let place) {
        throw .corrupt(place)
      } catch {
        // The others may still know; what cannot be reached confirms nothing.
        if anchor.isLasting { recall.obstacle = recall.obstacle ?? error }
      }
    }
    return recall
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
