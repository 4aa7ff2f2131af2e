#if !canImport(Darwin)
import OmamoriCore

/// An anchor that lives as long as the process, such as an agent that stays while keychain files come and go.
///
/// Safe to use from any thread.
public final class MemoryAnchor: RollbackAnchor {
  private let states = Protected<[[UInt8]: AnchoredState]>([:])

  /// Says no: what was recorded ends with the process.
  public var isLasting: Bool { false }

  /// Makes one that remembers nothing yet.
  public init() {}

  /// The newest state that was recorded.
  ///
  /// - Parameter store: The store.
  /// - Returns: The state; `nil` when none was recorded.
  /// - Throws: Nothing; an anchor of another kind may be out of reach.
  public func newestState(of store: AnchoredStore) throws(KeychainError) -> AnchoredState? {
    states.withLock { $0[store.id] }
  }

  /// Records a state, unless one of the same epoch or a later one is recorded.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - store: The store.
  /// - Throws: Nothing; an anchor of another kind may be out of reach.
  public func raise(to state: AnchoredState, of store: AnchoredStore) throws(KeychainError) {
    states.withLock { states in
      if let recorded = states[store.id], recorded.epoch >= state.epoch { return }
      states[store.id] = AnchoredState(epoch: state.epoch, digest: state.digest)
    }
  }
}
#endif
