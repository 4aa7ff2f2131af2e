#if !canImport(Darwin)
import OmamoriCore

/// An anchor that lives as long as the process, such as an agent that stays while keychain files come and go.
///
/// Safe to use from any thread.
public final class MemoryAnchor: RollbackAnchor {
  private let epochs = Protected<[[UInt8]: UInt64]>([:])

  /// Says no: what was recorded ends with the process.
  public var isLasting: Bool { false }

  /// Makes one that remembers nothing yet.
  public init() {}

  /// The newest epoch that was recorded.
  ///
  /// - Parameter store: The store.
  /// - Returns: The epoch; `nil` when none was recorded.
  /// - Throws: Nothing; an anchor of another kind may be out of reach.
  public func newestEpoch(of store: AnchoredStore) throws(KeychainError) -> UInt64? {
    epochs.withLock { $0[store.id] }
  }

  /// Records an epoch, unless a newer one is recorded.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - store: The store.
  /// - Throws: Nothing; an anchor of another kind may be out of reach.
  public func raise(to epoch: UInt64, of store: AnchoredStore) throws(KeychainError) {
    epochs.withLock { $0[store.id] = max(epoch, $0[store.id] ?? 0) }
  }
}
#endif
