#if !canImport(Darwin)
import OmamoriCore
import OmamoriKeychain

/// An import that is undone at its end, so that it says exactly what the real one would do.
enum Rehearsal {
  /// Tries to store the items.
  ///
  /// - Returns: How many would be new, and how many are there already (as `kept`), with their names.
  /// - Throws: `KeychainError`.
  static func run(_ items: [NewItem], _ backend: any KeychainBackend) async throws -> Counts {
    let counts = Protected(Counts())
    do throws(KeychainError) {
      try await backend.transaction { transaction throws(KeychainError) in
        for item in items {
          let isNew = try transaction.put(item, if: .absent) != nil
          counts.withLock { counts in
            guard !isNew else { return counts.added += 1 }
            counts.kept += 1
            guard counts.conflicts.count < ImportResult.greatestListing else { return }
            counts.conflicts.append(item.attributes)
          }
        }
        // Whatever was stored is undone by this.
        throw .cancelled
      }
    } catch {
      guard error == .cancelled, !Task.isCancelled else { throw error }
    }
    return counts.current
  }

  /// What an import did, or would do.
  struct Counts: Sendable {
    var added = 0
    var replaced = 0
    var kept = 0
    /// The items that are stored already, at most ``ImportResult/greatestListing``.
    var conflicts: [ItemAttributes] = []

    init() {}

    /// What an import did.
    init(_ outcome: ImportOutcome) {
      (added, replaced, kept) = (outcome.added, outcome.replaced, outcome.kept)
    }
  }
}
#endif
