#if !canImport(Darwin)
import OmamoriCore

extension Store {
  /// The slots and the keybag as they stand in the file; nobody's keys are needed.
  ///
  /// - Throws: ``KeychainError``.
  func header() throws(KeychainError) -> StoreHeader {
    try withReader { connection throws(KeychainError) in
      try connection.reading { () throws(KeychainError) in try StoreHeader(connection) }
    }
  }

  /// Changes the slots or the keys, and the rows with them.
  ///
  /// - Parameter body: Makes the change, of what stands in the file now.
  /// - Throws: ``KeychainError``; nothing was changed then.
  func changeKeybag(
    _ body: (StoreHeader) throws(KeychainError) -> KeybagChange
  ) throws(KeychainError) {
    try write(.every) { transaction, connection throws(KeychainError) in
      let change = try body(try StoreHeader(connection))
      try transaction.removeAll(of: change.lost)
      if !change.renewed.isEmpty {
        let next = try ItemSealer(id, change.ring, keybagGeneration: change.header.keybagGeneration)
        try transaction.reseal(change.renewed, with: next)
      }
      try change.header.write(connection.database)
      return ((), change)
    }
  }
}
#endif
