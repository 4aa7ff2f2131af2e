extension KeychainBackend {
  /// Stores imported items, all or none of them.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - conflict: What to do about items that are there already.
  /// - Returns: What became of them.
  /// - Throws: ``KeychainError/duplicate`` when one is there and the conflict is refused,
  ///   ``KeychainError/unsupported(_:)`` when the keychain has no transactions, and what
  ///   ``KeychainTransaction/put(_:if:)`` throws. Nothing is changed then.
  public func importItems(
    _ items: [NewItem],
    onConflict conflict: ImportConflict = .refuse
  ) async throws(KeychainError) -> ImportOutcome {
    guard capabilities.contains(.transactions) else { throw .unsupported(.transactions) }
    return try await transaction { transaction throws(KeychainError) in
      var outcome = ImportOutcome()
      for item in items {
        if try transaction.put(item, if: .absent) != nil {
          outcome.added += 1
          continue
        }
        switch conflict {
        case .refuse: throw .duplicate
        case .keep: outcome.kept += 1
        case .replace:
          try transaction.put(item, if: .always)
          outcome.replaced += 1
        }
      }
      return outcome
    }
  }
}
