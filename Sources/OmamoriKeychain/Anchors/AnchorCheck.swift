#if !canImport(Darwin)

/// What anchors remember of a store.
///
/// A value; safe to share between threads.
struct AnchorRecall: Sendable, Equatable {
  /// Whether there are anchors at all.
  let hasAnchors: Bool
  /// The states that they remember.
  var states: [AnchoredState] = []
  /// Whether any can be reached.
  var isReachable = false
  /// Whether one that can be reached and does not forget by itself remembers nothing.
  var lacksRecord = false
  /// Why one that does not forget by itself cannot be asked; `nil` when all of them can.
  var obstacle: KeychainError?

  /// Compares a store's state with what the anchors remember.
  ///
  /// - Parameters:
  ///   - state: The state that was found in the store.
  ///   - isAnchored: Whether the store says that an anchor remembered it once.
  /// - Returns: What is known; ``RollbackProtection/verified`` only when an anchor confirmed it.
  /// - Throws: ``KeychainError/rolledBack(expected:found:)`` when any anchor remembers a newer state or another one,
  ///   ``KeychainError/corrupt(_:)`` when a record that was there once is missing or may be hidden by a damaged one, and
  ///   ``obstacle`` when it cannot be read.
  func protection(at state: AnchoredState, isAnchored: Bool) throws(KeychainError) -> RollbackProtection {
    guard hasAnchors else { return .unavailable }
    guard !states.isEmpty else {
      // Someone who puts back an old file would remove the record first, or make it unreadable.
      if isAnchored {
        if let obstacle { throw obstacle }
        guard !lacksRecord else { throw .corrupt(.witness) }
      }
      return isReachable ? .unrecorded : .unreachable
    }
    for recorded in states { try state.check(follows: recorded) }
    return .verified
  }
}

extension [any RollbackAnchor] {
  /// Asks all anchors what they remember.
  ///
  /// - Parameter store: The store.
  /// - Returns: What they remember together.
  /// - Throws: ``KeychainError/corrupt(_:)`` when what one of them remembers is not authentic.
  func recall(of store: AnchoredStore) throws(KeychainError) -> AnchorRecall {
    var recall = AnchorRecall(hasAnchors: !isEmpty)
    for anchor in self {
      do throws(KeychainError) {
        let found = try anchor.newestState(of: store)
        recall.isReachable = true
        if let found { recall.states.append(found) } else if anchor.isLasting { recall.lacksRecord = true }
      } catch .corrupt(let place) {
        throw .corrupt(place)
      } catch {
        // The others may still know; what cannot be reached confirms nothing.
        if anchor.isLasting { recall.obstacle = recall.obstacle ?? error }
      }
    }
    return recall
  }

  /// Records a state with all anchors, also when one of them fails; one that knows another state keeps that.
  ///
  /// - Returns: What failed, one error an anchor; empty when all have it.
  func raise(to state: AnchoredState, of store: AnchoredStore) -> [KeychainError] {
    compactMap { anchor in
      do throws(KeychainError) {
        if let recorded = try anchor.newestState(of: store) {
          // Another process may have recorded a later state already.
          guard recorded.epoch <= state.epoch else { return nil }
          try state.check(follows: recorded)
          if recorded.epoch == state.epoch { return nil }
        }
        try anchor.raise(to: state, of: store)
        return nil
      } catch {
        return error
      }
    }
  }
}
#endif
