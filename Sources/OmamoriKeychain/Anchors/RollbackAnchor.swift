#if !canImport(Darwin)

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

  /// The newest epoch that was recorded.
  ///
  /// - Parameter store: The store, which authenticates what is recorded.
  /// - Returns: The epoch; `nil` when none was ever recorded.
  /// - Throws: ``KeychainError/unavailable(_:)`` or ``KeychainError/file(_:code:)`` when the place cannot be reached,
  ///   ``KeychainError/corrupt(_:)`` when what it says is not authentic.
  func newestEpoch(of store: AnchoredStore) throws(KeychainError) -> UInt64?

  /// Records an epoch, unless a newer one is recorded; never lowers what is there.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that the store has reached, on its disk.
  ///   - store: The store.
  /// - Throws: What ``newestEpoch(of:)`` throws, ``KeychainError/diskFull``, ``KeychainError/readOnly``.
  func raise(to epoch: UInt64, of store: AnchoredStore) throws(KeychainError)
}

extension RollbackAnchor {
  /// Records every change.
  public var recordsEveryChange: Bool { true }

  /// Stays until somebody removes it.
  public var isLasting: Bool { true }
}
#endif
