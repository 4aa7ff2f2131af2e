import OmamoriKeychain

/// What anchors remember of a store.
struct AnchorRecall: Sendable {
  /// Whether there are anchors at all.
  let hasAnchors: Bool
  /// The states that they remember, by their places.
  var states: [Int: AnchoredState] = [:]
  /// The places of those that forget by themselves.
  var forgetful: Set<Int> = []
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
  ///   - acceptsGap: Whether anchors may remember a state that lies too far back to be compared. Of one that forgets by
  ///     itself that is always accepted.
  /// - Returns: What is known; ``RollbackProtection/verified`` only when an anchor confirmed it.
  /// - Throws: `KeychainError.rolledBack(expected:found:)` when any anchor remembers a newer state or another one,
  ///   `KeychainError.anchorBehind(recorded:found:)`, `KeychainError.corrupt(_:)` when a record that was there once is
  ///   missing or may be hidden by a damaged one, and ``obstacle`` when it cannot be read.
  func protection(
    at state: AnchoredState, isAnchored: Bool, acceptingGap acceptsGap: Bool = false
  ) throws(KeychainError) -> RollbackProtection {
    guard hasAnchors else { return .unavailable }
    guard !states.isEmpty else {
      // Someone who puts back an old file would remove the record first, or make it unreadable.
      if isAnchored {
        if let obstacle { throw obstacle }
        guard !lacksRecord else { throw .corrupt(.witness) }
      }
      return isReachable ? .unrecorded : .unreachable
    }
    for (place, recorded) in states {
      try state.check(follows: recorded, acceptingGap: acceptsGap || forgetful.contains(place))
    }
    return .verified
  }
}

extension [any RollbackAnchor] {
  /// Asks all anchors what they remember.
  ///
  /// - Parameter store: The store.
  /// - Returns: What they remember together.
  /// - Throws: `KeychainError.corrupt(_:)` when what one of them remembers is not authentic.
  func recall(of store: AnchoredStore) throws(KeychainError) -> AnchorRecall {
    var recall = AnchorRecall(hasAnchors: !isEmpty)
    for (place, anchor) in enumerated() {
      if !anchor.isLasting { recall.forgetful.insert(place) }
      do throws(KeychainError) {
        let found = try anchor.newestState(of: store)
        recall.isReachable = true
        recall.states[place] = found
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
}

extension RollbackAnchor {
  /// Records a state, unless the anchor knows this one or a later one.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - store: The store.
  ///   - known: A state that this process has compared with the store before, or recorded.
  /// - Throws: What ``raise(to:of:)`` throws, and `KeychainError.rolledBack(expected:found:)` when the anchor knows a state
  ///   of a copy that was changed separately; it keeps that.
  func record(
    _ state: AnchoredState, of store: AnchoredStore, after known: AnchoredState?
  ) throws(KeychainError) {
    if let recorded = try newestState(of: store) {
      // Another process may have recorded a later state already.
      guard recorded.epoch <= state.epoch else { return }
      if recorded != known { try state.check(follows: recorded, acceptingGap: !isLasting) }
      if recorded.epoch == state.epoch { return }
    }
    try raise(to: state, of: store)
  }
}

/// What is known about whether a keychain file is its newest state.
///
/// That it is an older one is an error, `KeychainError.rolledBack(expected:found:)`, and not among these.
public enum RollbackProtection: Sendable, Hashable, CaseIterable {
  /// At least one anchor has a record, and the file is at least as new as every record.
  case verified
  /// Anchors are reachable, but none has a record of this store, which is new to them; that a record was removed is an
  /// error, unless a person said that it may be.
  case unrecorded
  /// No anchor can be reached.
  case unreachable
  /// There is no anchor: nobody would notice an old copy of the whole file.
  case unavailable
}
