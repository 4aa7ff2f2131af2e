#if !canImport(Darwin)

/// An anchor in a small file: best on another disk, or in a folder of another machine, where whoever can put back an old
/// keychain file cannot put back an old witness.
///
/// The file holds an epoch and a code that only the unlocked keychain can make; several processes may use it at once. Where
/// an attacker can write to it too, it protects against accidents only, such as a restored backup. Safe to use from any
/// thread.
public struct WitnessFile: RollbackAnchor {
  private let storage: WitnessStorage

  /// Names the file; it is made when an epoch is recorded first.
  ///
  /// - Parameter path: The path, one a keychain; its folder must be there.
  public init(path: String) { storage = WitnessStorage(path: path) }

  /// The newest epoch in the file.
  ///
  /// - Parameter store: The store.
  /// - Returns: The epoch; `nil` when there is no file.
  /// - Throws: ``KeychainError/file(_:code:)`` when the folder cannot be reached, ``KeychainError/insecurePermissions(_:)``,
  ///   ``KeychainError/corrupt(_:)`` when there is a file without an authentic record of this store.
  public func newestEpoch(of store: AnchoredStore) throws(KeychainError) -> UInt64? {
    try storage.read(of: store)?.newest?.epoch
  }

  /// Records an epoch on the disk, unless a newer one is recorded.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - store: The store.
  /// - Throws: What ``newestEpoch(of:)`` throws, ``KeychainError/diskFull``, ``KeychainError/readOnly``.
  public func raise(to epoch: UInt64, of store: AnchoredStore) throws(KeychainError) {
    try storage.update(of: store) { (record) throws(KeychainError) in
      if let newest = record.newest, newest.epoch >= epoch { return nil }
      return (WitnessRecord.Entry(epoch: epoch, count: 0), record.newest)
    }
  }
}
#endif
