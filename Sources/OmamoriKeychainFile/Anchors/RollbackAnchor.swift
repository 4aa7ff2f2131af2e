import OmamoriCore
public import OmamoriKeychain

/// A place outside of a keychain file that remembers its newest state, so that an old copy of the file is noticed.
///
/// A file on another disk, a counter in a TPM, another machine: what matters is that whoever can put back an old copy of
/// the keychain cannot put back the anchor too. An anchor that lags behind is fine, one that cannot be reached says so.
/// Calls may stand still until the place answers, on a thread of the store's own. Safe to use from any thread.
public protocol RollbackAnchor: Sendable {
  /// Whether every change is to be recorded; otherwise a store records when it is unlocked, locked and closed.
  var recordsEveryChange: Bool { get }

  /// Whether what was recorded stays until somebody removes it, so that a missing record is a finding.
  var isLasting: Bool { get }

  /// The newest state that was recorded.
  ///
  /// - Parameter store: The store, which authenticates what is recorded.
  /// - Returns: The epoch and the digest of the state; `nil` when none was ever recorded.
  /// - Throws: `KeychainError.unavailable(_:)` or `KeychainError.file(_:code:)` when the place cannot be reached,
  ///   `KeychainError.corrupt(_:)` when what it says is not authentic.
  func newestState(of store: AnchoredStore) throws(KeychainError) -> AnchoredState?

  /// Records a state, unless one of the same epoch or a later one is recorded; never replaces that.
  ///
  /// - Parameters:
  ///   - state: The state that the store has reached, on its disk; its epoch and its digest are to be recorded.
  ///   - store: The store.
  /// - Throws: What ``newestState(of:)`` throws, `KeychainError.diskFull`, `KeychainError.readOnly`.
  func raise(to state: AnchoredState, of store: AnchoredStore) throws(KeychainError)
}

extension RollbackAnchor {
  /// Records every change.
  public var recordsEveryChange: Bool { true }

  /// Stays until somebody removes it.
  public var isLasting: Bool { true }
}

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
