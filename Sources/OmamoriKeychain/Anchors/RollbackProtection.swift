#if !canImport(Darwin)

/// What is known about whether a keychain file is its newest state.
///
/// That it is an older one is an error, ``KeychainError/rolledBack(expected:found:)``, and not among these. A value; safe to
/// share between threads.
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
#endif
