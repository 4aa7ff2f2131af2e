import OmamoriCore
import OmamoriKeychain

/// One step of a store: changes that nobody sees until all of them are done.
///
/// Lives on one thread within the store's write lock.
final class StoreTransaction {
  /// The most generations for which tombstones are kept, give or take a half.
  private static let longestTrail: UInt64 = 20_000

  private let connection: StoreConnection
  private let sealer: ItemSealer
  private let groups: AccessGroups
  /// The rows that were there before.
  private var rows: RowMap
  private let date: Date
  private let lookUp: (RowIdentifier) -> StoreTag?
  private(set) var root: RootRecord
  /// The root that was there before.
  private let previous: RootRecord
  private(set) var overlay = RowOverlay()
  /// What went wrong while something was written; the step as a whole fails then, and nothing more is done in it.
  private(set) var failure: KeychainError?
  /// Whether rows were removed.
  private(set) var hasRemoved = false

  /// Whether anything was changed.
  var isChange: Bool { !overlay.isEmpty || isAnchorNew }
  /// Whether the root says for the first time that there is an anchor.
  private var isAnchorNew = false

  /// Begins with a state that was verified within the connection's transaction.
  init(
    _ connection: StoreConnection, _ sealer: ItemSealer, _ groups: AccessGroups, _ rows: RowMap,
    _ root: RootRecord, date: Date, lookUp: @escaping (RowIdentifier) -> StoreTag?
  ) {
    self.lookUp = lookUp
    (self.connection, self.sealer, self.groups) = (connection, sealer, groups)
    (self.rows, self.root, previous, self.date) = (rows, root, root, date)
  }

  /// The state that the transaction sees.
  private var view: StoreView {
    StoreView(connection: connection, sealer: sealer, rows: rows, overlay: overlay)
  }

  /// Stores an item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - condition: What must hold of the item with the same primary key.
  ///   - guarded: The secret as sealed for the access control, with what that is worth.
  /// - Returns: The item as stored; `nil` when the condition did not hold.
  /// - Throws: `KeychainError`.
  func put(
    _ item: NewItem, if condition: PutCondition, guarded: GuardedSecret? = nil
  ) throws(KeychainError) -> KeychainItem? {
    try checkGoesOn()
    try ItemRules.check(item)
    let item = ItemRules.normalized(item)
    let group = try groups.group(named: item.accessGroup)
    try sealer.checkStoring(item.accessibility)
    let tag = sealer.tag(
      item.itemClass, item.attributes, group: group, isSynchronizable: item.isSynchronizable)
    let old = view.head(at: tag)
    switch condition {
    case .always: break
    case .absent: if old != nil { return nil }
    case .version(let version): guard old?.version == version else { return nil }
    }
    var record = ItemRecord(item, group: group)
    let previous = old == nil ? nil : try view.row(at: tag, nil, .metadata)
    record.attributes[.creationDate] = previous?.record.attributes[.creationDate] ?? .date(date)
    record.attributes[.modificationDate] = .date(date)
    let secret = try Self.secret(item, guarded, &record)
    let identifier = if let old { old.context.identifier } else { try RowIdentifier.random() }
    return try finishing { () throws(KeychainError) in
      let head = try write(record, secret, tag, identifier, replacing: old)
      return record.item(try identifier.reference(), head.version)
    }
  }

  /// Finds items.
  ///
  /// - Throws: `KeychainError`.
  func find(
    _ query: ItemQuery, _ depth: FoundRow.Depth, ignoringLimit: Bool = false
  ) throws(KeychainError) -> [FoundRow] {
    try checkGoesOn()
    let matcher = try ItemMatcher(query, groups)
    let limit = ignoringLimit ? nil : query.limit.greatestCount
    return try view.find(matcher, at: try tag(of: query.reference), limit: limit, depth)
  }

  /// Changes all items that match.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - changes: What to change.
  ///   - guarded: The secrets of items that get or have an access control, as sealed for it, by item; `nil` when nothing
  ///     could be prepared.
  /// - Returns: The number of items.
  /// - Throws: `KeychainError`; `KeychainError.contended` when the items were changed since the secrets were sealed.
  func update(
    _ query: ItemQuery, _ changes: ItemChanges, guarded: [RowIdentifier: GuardedSecret]? = nil
  ) throws(KeychainError) -> Int {
    try ItemRules.checkForChange(query)
    try ItemRules.check(changes)
    if let group = changes.accessGroup { _ = try groups.group(named: group) }
    let found = try find(query, .material, ignoringLimit: true)
    var plans: [(row: FoundRow, record: ItemRecord, secret: NewSecret, tag: StoreTag)] = []
    var taken: Set<StoreTag> = []
    for row in found {
      let (record, secret) = try plan(row, changes, guarded)
      let tag = sealer.tag(of: record)
      guard taken.insert(tag).inserted, tag == row.head.context.tag || view.head(at: tag) == nil else {
        throw .duplicate
      }
      plans.append((row, record, secret, tag))
    }
    try finishing { () throws(KeychainError) in
      for plan in plans {
        let identifier = plan.row.head.context.identifier
        _ = try write(plan.record, plan.secret, plan.tag, identifier, replacing: plan.row.head)
      }
    }
    return plans.count
  }

  /// Removes all items that match.
  ///
  /// - Returns: The number of items.
  /// - Throws: `KeychainError`.
  func remove(_ query: ItemQuery) throws(KeychainError) -> Int {
    try ItemRules.checkForChange(query)
    let found = try find(query, .metadata, ignoringLimit: true)
    try finishing { () throws(KeychainError) in
      for row in found { try remove(row.head) }
    }
    return found.count
  }

  /// Seals the rows of some classes again with other keys.
  ///
  /// - Parameters:
  ///   - classes: The classes.
  ///   - next: The other keys; those for tags and digests are the same.
  /// - Throws: `KeychainError`.
  func reseal(_ classes: Set<ItemAccessibility>, with next: ItemSealer) throws(KeychainError) {
    let tags = rows.tags(of: classes)
    try finishing { () throws(KeychainError) in
      for tag in tags {
        guard let row = try view.row(at: tag, nil, .material) else { continue }
        _ = try write(
          row.record, row.secret.forSealing, tag, row.head.context.identifier, replacing: row.head, next)
      }
    }
  }

  /// Removes all items of some classes, whether they can be opened or not.
  ///
  /// - Throws: `KeychainError`.
  func removeAll(of classes: Set<ItemAccessibility>) throws(KeychainError) {
    let heads = rows.tags(of: classes).compactMap { view.head(at: $0) }
    try finishing { () throws(KeychainError) in for head in heads { try remove(head) } }
  }

  /// Notes that an anchor outside of the file remembers the store.
  func noteAnchor() {
    guard !root.isAnchored else { return }
    (root.isAnchored, isAnchorNew) = (true, true)
  }

  /// Writes the new root.
  ///
  /// - Parameter keybagGeneration: The number of the keybag of the new state, when it is another one.
  /// - Returns: The new root and how it is sealed.
  /// - Throws: `KeychainError`.
  func finish(keybagGeneration: UInt64? = nil) throws(KeychainError) -> (root: RootRecord, sealed: [UInt8]) {
    try checkGoesOn()
    root.follow(previous)
    if let keybagGeneration { root.keybagGeneration = keybagGeneration }
    root.sum += overlay.sum
    root.count = UInt64(clamping: Int(root.count) + overlay.growth)
    let sealed = try sealer.seal(root)
    try connection.writeRoot.bind(sealed, at: 1)
    try connection.writeRoot.run()
    guard connection.database.changedRows == 1 else { throw .corrupt(.items) }
    return (root, sealed)
  }

  /// Ends the step, after which nothing can be done in it, and lets go of the rows, so that the state can be changed
  /// without a copy of them.
  func end() {
    rows = RowMap()
    failure = failure ?? .cancelled
  }

  // MARK: - Parts

  private func plan(
    _ row: FoundRow, _ changes: ItemChanges, _ guarded: [RowIdentifier: GuardedSecret]?
  ) throws(KeychainError) -> (ItemRecord, NewSecret) {
    do throws(KeychainError) {
      return try plan(row, changes, guarded?[row.head.context.identifier])
    } catch .unsupported(.accessControl) where guarded != nil {
      // It needed nobody when the secrets were prepared, so others gave it its access control since.
      throw .contended
    }
  }

  private func plan(
    _ row: FoundRow, _ changes: ItemChanges, _ guarded: GuardedSecret?
  ) throws(KeychainError) -> (ItemRecord, NewSecret) {
    let old = row.record
    if let expected = guarded?.expected, expected != row.head { throw .contended }
    var content = NewItem(try row.item())
    content.secret = nil
    let new = try ItemRules.applying(changes, to: content)
    try sealer.checkStoring(new.accessibility)
    var record = ItemRecord(new, group: new.accessGroup ?? old.accessGroup)
    record.attributes[.creationDate] = old.attributes[.creationDate]
    record.attributes[.modificationDate] = .date(date)
    if changes.secret == nil, guarded == nil {
      guard record.accessControl?.constraints == old.accessControl?.constraints || old.secretLength == nil
      else { throw .unsupported(.accessControl) }
      (record.secretLength, record.protection) = (old.secretLength, old.protection)
      return (record, row.secret.forSealing)
    }
    let secret = try Self.secret(new, guarded, &record)
    return (record, secret)
  }

  /// What an item's secret column is made of; completes the record.
  private static func secret(
    _ item: NewItem, _ guarded: GuardedSecret?, _ record: inout ItemRecord
  ) throws(KeychainError) -> NewSecret {
    if let guarded {
      (record.protection, record.secretLength) = (guarded.protection, guarded.length)
      return .guarded(material: guarded.material, body: guarded.body)
    }
    if let control = record.accessControl {
      let plan = try AccessPlan(control, hasPasscode: false)
      // Nobody can be asked here, so the key is made before; without it the item would be open to everybody.
      guard plan.isEmpty || item.secret == nil else { throw .unsupported(.accessControl) }
    }
    record.secretLength = item.secret?.count
    return item.secret.map { .plain($0) } ?? .none
  }

  private func write(
    _ record: ItemRecord, _ secret: NewSecret, _ tag: StoreTag, _ identifier: RowIdentifier,
    replacing old: RowHead?, _ other: ItemSealer? = nil
  ) throws(KeychainError) -> RowHead {
    if let old, old.context.tag != tag { try bury(old.context.tag) }
    let context = RowContext(
      generation: nextGeneration(), tag: tag, identifier: identifier, accessibility: record.accessibility)
    let sealed = try (other ?? sealer).seal(record, secret, context)
    try write(sealed, context, replacing: old)
    let head = RowHead(context, sealed.metadata.rawSpan)
    overlay.store(head, replacing: old, sealer)
    return head
  }

  private func write(
    _ sealed: SealedRow, _ context: RowContext, replacing old: RowHead?
  ) throws(KeychainError) {
    let statement = old == nil ? connection.insert : connection.replace
    try statement.bind(context.generation, at: 1)
    try statement.bind(context.tag, at: 2)
    try statement.bind(context.identifier, at: 3)
    try statement.bind(Int64(context.accessibility.storeCode), at: 4)
    try statement.bind(sealed.metadata, at: 5)
    try statement.bind(sealed.secret, at: 6)
    if let old { try statement.bind(old.generation, at: 7) }
    try statement.run()
    guard connection.database.changedRows == 1 else { throw .corrupt(.items) }
  }

  private func nextGeneration() -> Int64 {
    root.generation += 1
    return Int64(root.generation)
  }

  private func remove(_ head: RowHead) throws(KeychainError) {
    try connection.remove.bind(head.generation, at: 1)
    try connection.remove.run()
    guard connection.database.changedRows == 1 else { throw .corrupt(.items) }
    try bury(head.context.tag)
    overlay.remove(head, sealer)
    hasRemoved = true
  }

  /// Leaves word for other processes that a place is empty.
  private func bury(_ tag: StoreTag) throws(KeychainError) {
    let generation = nextGeneration()
    try connection.bury.bind(generation, at: 1)
    try connection.bury.bind(tag, at: 2)
    try connection.bury.run()
    overlay.bury(sealer.digest(tombstone: generation, tag))
    if root.generation - root.horizon > Self.longestTrail {
      try forgetTombstones(root.generation - Self.longestTrail / 2)
    }
  }

  private func forgetTombstones(_ generation: UInt64) throws(KeychainError) {
    root.horizon = generation
    let statement = connection.tombstones
    defer { statement.reset() }
    try statement.bind(0, at: 1)
    while try statement.step() {
      let (number, tag) = try statement.tombstone()
      if number > Int64(generation) { break }
      overlay.forget(sealer.digest(tombstone: number, tag))
    }
    statement.reset()
    try connection.forget.bind(Int64(generation), at: 1)
    try connection.forget.run()
  }

  private func tag(of reference: PersistentReference?) throws(KeychainError) -> StoreTag? {
    guard let reference else { return nil }
    guard let identifier = RowIdentifier(reference) else { throw .invalidRequest(.reference) }
    for case (_, let head?) in overlay.heads where head.context.identifier == identifier {
      return head.context.tag
    }
    guard let tag = lookUp(identifier), view.head(at: tag)?.context.identifier == identifier else {
      return nil
    }
    return tag
  }

  /// Throws when the step has failed or ended.
  ///
  /// SQLite undoes a transaction by itself when a disk is full, and what is written then would stand by itself.
  private func checkGoesOn() throws(KeychainError) {
    if let failure { throw failure }
    guard connection.database.isInTransaction else { throw .contended }
  }

  /// Runs what writes; when it fails in the middle, the step as a whole fails, whatever the caller makes of the error.
  private func finishing<Result>(_ body: () throws(KeychainError) -> Result) throws(KeychainError) -> Result {
    do throws(KeychainError) { return try body() } catch {
      failure = error
      throw error
    }
  }
}
