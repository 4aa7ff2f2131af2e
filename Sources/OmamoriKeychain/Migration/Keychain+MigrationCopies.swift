import OmamoriCore

extension Keychain {
  /// Removes items together with what a migration that was not committed keeps of them, in one step.
  ///
  /// - Parameters:
  ///   - query: The items.
  ///   - isWholeService: Whether nothing of the service is left afterwards.
  /// - Returns: The number of items removed.
  /// - Throws: ``KeychainError``; nothing was removed then.
  func remove(_ query: ItemQuery, isWholeService: Bool) async throws(KeychainError) -> Int {
    let journal = MigrationJournal(service: service, accessGroup: accessGroup)
    guard backend.capabilities.contains(.transactions),
      try await !backend.find(journal.record).isEmpty
    else { return try await backend.remove(query) }
    return try await backend.transaction { transaction throws(KeychainError) in
      let count = try transaction.remove(query)
      var record = try journal.read(transaction)
      guard record.entryCount > 0, isWholeService || count > 0 else { return count }
      var isRemoved = isWholeService
      if !isRemoved {
        // What cannot be read may be a copy of what was removed.
        do throws(KeychainError) {
          isRemoved = try journal.changes(record, transaction).isRemoved
        } catch {
          switch error {
          case .locked, .corrupt: isRemoved = true
          default: throw error
          }
        }
      }
      if isRemoved { try journal.discard(&record, transaction) }
      return count
    }
  }
}
