#if !canImport(Darwin)

/// An anchor in a small file: best on another disk, or in a folder of another machine, where whoever can put back an old
/// keychain file cannot put back an old witness.
///
/// The file holds the epoch and the digest of a state, and a code that only the unlocked keychain can make; several processes
/// may use it at once. Where an attacker can write to it too, it protects against accidents only, such as a restored
/// backup. Safe to use from any thread.
public struct WitnessFile: RollbackAnchor {
  private let storage: WitnessStorage
  /// The path of the file.
  public var path: String { storage.path }

  /// Names the file; it is made when a state is recorded first.
  ///
  /// - Parameter path: The path, one a keychain; its folder must be there.
  public init(path: String) { storage = WitnessStorage(path: path) }

  /// The newest state in the file.
  ///
  /// - Parameter store: The store.
  /// - Returns: The state; `nil` when there is no file.
  /// - Throws: ``KeychainError/file(_:code:)`` when the folder cannot be reached, ``KeychainError/insecurePermissions(_:)``,
  ///   ``KeychainError/corrupt(_:)`` when there is a file without an authentic record of this store.
  public func newestState(of store: AnchoredStore) throws(KeychainError) -> AnchoredState? {
    guard let record = try storage.read(of: store), let newest = record.newest else { return nil }
    return AnchoredState(epoch: newest.epoch, digest: newest.digest, isBesideDamage: record.isDamaged)
  }

  /// Records a state on the disk, unless one of the same epoch or a later one is recorded.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - store: The store.
  /// - Throws: What ``newestState(of:)`` throws, ``KeychainError/diskFull``, ``KeychainError/readOnly``.
  public func raise(to state: AnchoredState, of store: AnchoredStore) throws(KeychainError) {
    try storage.update(of: store) { (record) throws(KeychainError) in
      if let newest = record.newest, newest.epoch >= state.epoch { return nil }
      return (WitnessRecord.Entry(state, count: 0), record.newest)
    }
  }
}
#endif
