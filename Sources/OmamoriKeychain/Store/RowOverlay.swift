#if !canImport(Darwin)

/// What a transaction has done to the rows and nobody else sees yet.
///
/// A value; safe to share between threads.
struct RowOverlay: Sendable {
  /// The rows that were stored, and `nil` for places that were emptied.
  private(set) var heads: [StoreTag: RowHead?] = [:]
  /// The changes in their order.
  private(set) var changes: [RowChange] = []
  /// How many rows were added, less those that were removed.
  private(set) var growth = 0
  /// What the changes add to the sum of all digests.
  private(set) var sum: Sum256 = .zero

  /// Whether nothing was done.
  var isEmpty: Bool { changes.isEmpty }

  /// Notes that a row was stored in the place of another one or of none.
  mutating func store(_ head: RowHead, replacing old: RowHead?, _ sealer: ItemSealer) {
    if let old {
      sum -= old.digest(sealer)
      heads[old.context.tag] = .some(nil)
    } else {
      growth += 1
    }
    sum += head.digest(sealer)
    heads[head.context.tag] = .some(head)
    changes.append(RowChange(identifier: head.context.identifier, isRemoved: false))
  }

  /// Notes that a tombstone was added.
  mutating func bury(_ digest: Sum256) {
    sum += digest
  }

  /// Notes that a tombstone was forgotten.
  mutating func forget(_ digest: Sum256) {
    sum -= digest
  }

  /// Notes that a row was removed.
  mutating func remove(_ old: RowHead, _ sealer: ItemSealer) {
    sum -= old.digest(sealer)
    growth -= 1
    heads[old.context.tag] = .some(nil)
    changes.append(RowChange(identifier: old.context.identifier, isRemoved: true))
  }
}
#endif
