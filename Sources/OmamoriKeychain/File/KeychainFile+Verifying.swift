#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

extension KeychainFile {
  /// Examines everything, on a thread of its own: the database, the slots, the keys, and every item with its secret.
  ///
  /// - Returns: What was found; nothing is repaired or deleted.
  /// - Throws: ``KeychainError/locked``, ``KeychainError/rolledBack(expected:found:)`` when the file was newer before, and
  ///   what keeps it from being read at all.
  public func verify() async throws(KeychainError) -> StoreReport {
    try await SlowThread.keychain { () throws(KeychainError) in
      try self.withKeys { () throws(KeychainError) in
        // What is damaged is in the report; that the file is older than it was is not.
        do throws(KeychainError) { try self.store.refresh() } catch .corrupt {}
        var report = try self.store.verify()
        do throws(KeychainError) {
          let sealed = try self.sealedKeybag()
          if let keybag = self.session.current.keybag {
            _ = try keybag.following(sealed, device: try DeviceKey(folder: self.folder))
          }
        } catch .corrupt(let place) { report.add(place) } catch .locked { report.add(.slots) }
        report.rollbackProtection = self.rollbackProtection
        return report
      }
    }
  }
}
#endif
