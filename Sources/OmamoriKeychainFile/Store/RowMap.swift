import OmamoriCore
import OmamoriKeychain

/// All rows of a state of the store, by tag, and what they add up to.
///
/// With it a process notices when a row is missing, old, doubled or exchanged.
struct RowMap: Sendable {
  /// The rows.
  private(set) var heads: [StoreTag: RowHead] = [:]
  /// The sum of all digests.
  private(set) var sum: Sum256 = .zero
  /// How many rows each area has.
  private var areas: [UInt64: Int] = [:]
  /// How many rows each scope has.
  private var scopes: [UInt64: Int] = [:]
  /// The rows by identifier; made when it is first needed.
  private var byIdentifier: [RowIdentifier: StoreTag]?

  /// Adds a tombstone to the sum, which stands for it alone.
  mutating func bury(_ digest: Sum256) { sum += digest }

  /// The number of rows.
  var count: Int { heads.count }

  /// The row with a tag.
  subscript(tag: StoreTag) -> RowHead? { heads[tag] }

  /// How many rows an area has.
  func count(inArea area: UInt64) -> Int { areas[area] ?? 0 }

  /// How many rows a scope has.
  func count(inScope scope: UInt64) -> Int { scopes[scope] ?? 0 }

  /// The tags of all rows of some classes.
  func tags(of classes: Set<ItemAccessibility>) -> [StoreTag] {
    heads.values.filter { classes.contains($0.context.accessibility) }.map(\.context.tag)
  }

  /// The tag of the row with an identifier.
  mutating func tag(of identifier: RowIdentifier) -> StoreTag? {
    if byIdentifier == nil {
      byIdentifier = Dictionary(heads.values.map { ($0.context.identifier, $0.context.tag) }) { first, _ in
        first
      }
    }
    return byIdentifier?[identifier]
  }

  /// Puts a row in the place of the one with the same tag.
  ///
  /// - Returns: The row that stood there.
  @discardableResult
  mutating func put(_ head: RowHead, _ sealer: ItemSealer) -> RowHead? {
    let old = put(head)
    sum += head.digest(sealer)
    if let old { sum -= old.digest(sealer) }
    return old
  }

  /// Takes out the row with a tag.
  ///
  /// - Returns: The row.
  @discardableResult
  mutating func remove(_ tag: StoreTag, _ sealer: ItemSealer) -> RowHead? {
    guard let old = remove(tag) else { return nil }
    sum -= old.digest(sealer)
    return old
  }

  /// Takes over what a transaction did.
  mutating func accept(_ work: RowOverlay) {
    for (tag, head) in work.heads {
      if let head { put(head) } else { remove(tag) }
    }
    sum += work.sum
  }

  @discardableResult
  private mutating func put(_ head: RowHead) -> RowHead? {
    let tag = head.context.tag
    let old = heads.updateValue(head, forKey: tag)
    if let old {
      if old.context.identifier != head.context.identifier { byIdentifier?[old.context.identifier] = nil }
    } else {
      areas[tag.area, default: 0] += 1
      scopes[tag.scope, default: 0] += 1
    }
    if byIdentifier != nil { byIdentifier?[head.context.identifier] = tag }
    return old
  }

  @discardableResult
  private mutating func remove(_ tag: StoreTag) -> RowHead? {
    guard let old = heads.removeValue(forKey: tag) else { return nil }
    areas[tag.area] = areas[tag.area].flatMap { $0 > 1 ? $0 - 1 : nil }
    scopes[tag.scope] = scopes[tag.scope].flatMap { $0 > 1 ? $0 - 1 : nil }
    if byIdentifier?[old.context.identifier] == tag { byIdentifier?[old.context.identifier] = nil }
    return old
  }
}

/// What a transaction has done to the rows and nobody else sees yet.
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
