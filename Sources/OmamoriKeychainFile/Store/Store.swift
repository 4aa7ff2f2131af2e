import OmamoriCore
import OmamoriKeychain

/// An open store: the rows of a keychain file, searched and changed by one call after the other.
///
/// Every call blocks until it is done: searches for as long as reading takes, changes until the disk has them and while
/// others write. Searches and changes go on beside each other. Safe to use from any thread.
final class Store: Sendable {
  /// The folder.
  let location: StoreLocation
  /// What tells this store from all others.
  let id: StoreID
  /// Who is told of changes.
  private let broadcast = ChangeBroadcast()

  private let reader: Exclusive<StoreSide>
  private let writer: Exclusive<StoreSide>
  private let state = Protected(StoreState())
  private let keys = Protected(StoreKeys())
  private let clock: any WallClock
  private let owesEmptyLog = Protected(false)
  private let watcher = Protected<StoreWatcher?>(nil)

  /// Opens a store that is there.
  ///
  /// - Parameters:
  ///   - location: The folder.
  ///   - isDurable: Whether a change waits for the disk.
  ///   - clock: The time of day, for the dates of items.
  /// - Throws: `KeychainError`.
  init(
    opening location: StoreLocation, isDurable: Bool = true, clock: any WallClock = SystemWallClock()
  ) throws(KeychainError) {
    (self.location, self.clock) = (location, clock)
    let side = try StoreSide(location, isDurable: isDurable)
    id = try StoreHeader.storeID(try side.connection())
    reader = Exclusive(side)
    writer = Exclusive(try StoreSide(location, isDurable: isDurable))
  }

  // MARK: - Keys

  /// Puts keys into force and verifies all rows, or takes keys away.
  ///
  /// - Parameters:
  ///   - ring: The keys; `nil` for none.
  ///   - keybagGeneration: The number of the keybag that they come from.
  /// - Throws: `KeychainError` when the rows are not as they must be; the keys are not in force then.
  func use(_ ring: KeyRing?, keybagGeneration: UInt64) throws(KeychainError) {
    keys.withLock { $0.replace(ring, keybagGeneration) }
    reader.withLock { $0.dropKeys() }
    guard ring != nil else { return }
    do throws(KeychainError) { try refresh() } catch {
      keys.withLock { $0.replace(nil, keybagGeneration) }
      reader.withLock { $0.dropKeys() }
      throw error
    }
  }

  /// The keys in force; `nil` before the first unlocking.
  var ring: KeyRing? { keys.current.ring }

  /// Takes keys away.
  ///
  /// - Parameters:
  ///   - rest: The keys that stay; `nil` when only those are there already.
  ///   - isComplete: Whether none stay.
  func lock(_ rest: KeyRing?, isComplete: Bool) {
    guard isComplete || rest != nil else { return }
    keys.withLock { $0.replace(isComplete ? nil : rest, $0.keybagGeneration) }
    reader.withLock { $0.dropKeys() }
  }

  /// Wipes the keys of the writer that are not in force any more, after what it is doing now.
  func dropOldKeys() { writer.withLock { $0.dropKeys() } }

  /// What the lock state is.
  var lockState: KeychainLockState {
    let ring = keys.current.ring
    guard let ring, ring.index != nil else { return .beforeFirstUnlock }
    return ring.classes[.whenUnlocked] == nil ? .locked : .unlocked
  }

  /// The root of the state that was verified last; `nil` before that.
  var verified: RootRecord? { state.withLock { $0.isVerified ? $0.root : nil } }

  /// Whether the state that was verified last says that an anchor outside of the file remembers it.
  var isAnchored: Bool { verified?.isAnchored == true }

  /// Writes down that an anchor outside of the file remembers the store, so that an anchor that forgot is noticed.
  ///
  /// - Throws: `KeychainError`; nothing was changed then.
  func noteAnchor() throws(KeychainError) {
    try write(.every) { transaction, _ throws(KeychainError) in
      transaction.noteAnchor()
      return ((), nil)
    }
  }

  // MARK: - Searching

  /// The item with a primary key, by the shortest way.
  ///
  /// - Throws: `KeychainError`.
  func find(_ query: ItemQuery, _ groups: AccessGroups, _ depth: FoundRow.Depth) throws(KeychainError)
    -> [FoundRow]
  {
    let matcher = try ItemMatcher(query, groups)
    return try reading { connection, sealer throws(KeychainError) in
      if let tag = Self.onlyTag(matcher, sealer),
        let found = try row(at: tag, connection, sealer, matcher, depth)
      {
        return found
      }
      return try search(matcher, connection, sealer, depth)
    }
  }

  /// Where the one item stands that may match; `nil` when there may be several.
  private static func onlyTag(_ matcher: ItemMatcher, _ sealer: ItemSealer) -> StoreTag? {
    let query = matcher.query
    guard let itemClass = query.itemClass, itemClass != .identity, query.synchronizable != .any,
      let names = matcher.groups, names.count == 1, let group = names.first,
      itemClass.primaryKey.allSatisfy({ query.attributes[$0] != nil })
    else { return nil }
    return sealer.tag(
      itemClass, query.attributes, group: group, isSynchronizable: query.synchronizable == .yes)
  }

  /// The row at a place, when the store is in the state that was verified last; `nil` when it is not.
  private func row(
    at tag: StoreTag, _ connection: StoreConnection, _ sealer: ItemSealer, _ matcher: ItemMatcher,
    _ depth: FoundRow.Depth
  ) throws(KeychainError) -> [FoundRow]? {
    let statement = connection.rootAndRow
    defer { statement.reset() }
    try statement.bind(tag, at: 1)
    guard try statement.step() else { throw .corrupt(.items) }
    let known = state.withLock { state -> RowHead?? in
      guard statement.withBytes(at: 6, { state.isCurrent($0) }) else { return nil }
      return .some(state.rows[tag])
    }
    guard let known else { return nil }
    guard let known else {
      guard statement.isNull(at: 0) else { throw .corrupt(.items) }
      return []
    }
    guard !statement.isNull(at: 0), try statement.head() == known else { throw .corrupt(.items) }
    return try statement.open(known, sealer, matcher, depth).map { [$0] } ?? []
  }

  /// Searches the newest state.
  private func search(
    _ matcher: ItemMatcher, _ connection: StoreConnection, _ sealer: ItemSealer, _ depth: FoundRow.Depth
  ) throws(KeychainError) -> [FoundRow] {
    let reference = matcher.query.reference
    var identifier: RowIdentifier?
    if let reference {
      identifier = RowIdentifier(reference)
      guard identifier != nil else { throw .invalidRequest(.reference) }
    }
    let (found, seen) = try connection.reading { () throws(KeychainError) in
      // The lock is held meanwhile, so that the writer cannot go on to a state that this transaction does not see.
      try state.withLock { state throws(KeychainError) in
        let seen = try state.follow(connection, sealer)
        let tag = identifier.flatMap { state.tag(of: $0) }
        let view = StoreView(
          connection: connection, sealer: sealer, rows: state.rows, overlay: RowOverlay())
        return (try view.find(matcher, at: tag, limit: matcher.query.limit.greatestCount, depth), seen)
      }
    }
    tell(seen)
    return found
  }

  /// Comes to the newest state, verifies it and tells of the changes.
  ///
  /// - Throws: `KeychainError`.
  func refresh() throws(KeychainError) {
    let seen = try reading { connection, sealer throws(KeychainError) in
      try connection.reading { () throws(KeychainError) in
        try state.withLock { state throws(KeychainError) in try state.follow(connection, sealer) }
      }
    }
    tell(seen)
  }

  /// Runs `body` on the side of the readers, without keys.
  ///
  /// - Throws: `KeychainError` and what `body` throws.
  func withReader<Result: Sendable>(
    _ body: (StoreConnection) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try reader.withLock { side throws(KeychainError) in try body(try side.connection()) }
  }

  /// Runs `body` on the side of the readers.
  func reading<Result: Sendable>(
    _ body: (StoreConnection, ItemSealer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try reader.withLock { side throws(KeychainError) in
      let connection = try side.connection()
      return try body(connection, try side.sealer(keys, id))
    }
  }

  // MARK: - Changing

  /// Does several things in one step.
  ///
  /// - Parameters:
  ///   - groups: The access groups that may be used.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: `KeychainError`; nothing was changed then.
  func change<Result: Sendable>(
    _ groups: AccessGroups, _ body: (StoreTransaction) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try write(groups) { transaction, _ throws(KeychainError) in (try body(transaction), nil) }
  }

  /// Runs `body` as the only writer, writes the new root and takes over the new state.
  ///
  /// - Parameters:
  ///   - groups: The access groups that may be used.
  ///   - body: What to do; gives its result, and the change of the keybag where it made one.
  /// - Returns: The result.
  /// - Throws: `KeychainError`; nothing was changed then.
  func write<Result: Sendable>(
    _ groups: AccessGroups,
    _ body: (StoreTransaction, StoreConnection) throws(KeychainError) -> (Result, KeybagChange?)
  ) throws(KeychainError) -> Result {
    var seen: [RowChange]? = []
    var done: [RowChange] = []
    // What others did is told even when this fails.
    defer {
      tell(seen)
      tell(done)
    }
    return try writer.withLock { side throws(KeychainError) in
      let connection = try side.connection()
      let sealer = try side.sealer(keys, id)
      let keyVersion = side.keyVersion
      defer { if keys.withLock({ $0.version }) != side.keyVersion { side.dropKeys() } }
      var step: FinishedStep?
      let result = try connection.writing { () throws(KeychainError) in
        let transaction = try begin(connection, sealer, groups, &seen)
        defer { transaction.end() }
        let (result, change) = try body(transaction, connection)
        if let failure = transaction.failure { throw failure }
        if transaction.isChange || change != nil {
          let (root, sealed) = try transaction.finish(keybagGeneration: change?.header.keybagGeneration)
          step = FinishedStep(transaction.overlay, root, sealed, transaction.hasRemoved, change)
        }
        return result
      }
      if let step, finish(step, keyVersion) { done = step.overlay.changes }
      if step?.hasRemoved == true || step?.change != nil || owesEmptyLog.current {
        emptyLog(connection)
      }
      return result
    }
  }

  /// What a transaction did, once it is on the disk.
  private struct FinishedStep {
    let overlay: RowOverlay
    let root: RootRecord
    let sealed: [UInt8]
    let hasRemoved: Bool
    let change: KeybagChange?

    init(
      _ overlay: RowOverlay, _ root: RootRecord, _ sealed: [UInt8], _ hasRemoved: Bool,
      _ change: KeybagChange?
    ) {
      (self.overlay, self.root, self.sealed) = (overlay, root, sealed)
      (self.hasRemoved, self.change) = (hasRemoved, change)
    }
  }

  /// Takes over the new state; gives whether nobody else has yet.
  private func finish(_ step: FinishedStep, _ keyVersion: UInt64) -> Bool {
    let isNews = state.withLock { $0.accept(step.overlay, step.root, step.sealed) }
    if let change = step.change {
      keys.withLock { $0.take(change.ring, change.header.keybagGeneration, since: keyVersion) }
    }
    return isNews
  }

  private func begin(
    _ connection: StoreConnection, _ sealer: ItemSealer, _ groups: AccessGroups,
    _ seen: inout [RowChange]?
  ) throws(KeychainError) -> StoreTransaction {
    let (changes, rows, root) = try state.withLock { state throws(KeychainError) in
      (try state.follow(connection, sealer), state.rows, state.root)
    }
    seen = changes
    return StoreTransaction(connection, sealer, groups, rows, root, date: clock.date) { identifier in
      self.state.withLock { $0.tag(of: identifier) }
    }
  }

  /// Gives the room of removed rows back to the disk, as far as that works without room of its own.
  func shrink() {
    writer.withLock { side in
      guard let connection = try? side.connection() else { return }
      try? connection.database.execute("PRAGMA incremental_vacuum")
      emptyLog(connection)
    }
  }

  /// Takes removed rows out of the log too; tried again with the next change while others read an older state.
  private func emptyLog(_ connection: StoreConnection) {
    let isEmpty = (try? connection.database.emptyLog()) ?? false
    owesEmptyLog.withLock { $0 = !isEmpty }
  }

  /// Closes both sides; every call fails afterwards.
  func close() {
    keys.withLock { $0.replace(nil, 0) }
    reader.withLock { $0.close() }
    writer.withLock { side in
      if owesEmptyLog.current, let connection = try? side.connection() {
        emptyLog(connection)
      }
      side.close()
    }
  }

  /// Begins to look for changes of other processes.
  ///
  /// - Throws: `KeychainError.unsupported(_:)` when the system cannot tell.
  func watch() throws(KeychainError) {
    try watcher.withLock { watcher throws(KeychainError) in
      if watcher == nil { watcher = try StoreWatcher(location.folder) { [weak self] in self?.look($0) } }
    }
  }

  /// Ends looking for changes.
  func stopWatching() {
    watcher.withLock { watcher in
      watcher?.stop()
      watcher = nil
    }
  }

  /// Tells what others changed, or, where that cannot be known now, that something was.
  private func look(_ isNoted: Bool) {
    guard hasListeners else { return }
    do throws(KeychainError) { try refresh() } catch { if isNoted { tell(nil) } }
  }

  /// The changes from now on.
  func listen() -> KeychainChanges { broadcast.listen() }

  /// Whether anybody listens to changes.
  var hasListeners: Bool { broadcast.hasListeners }

  /// Tells of changes; `nil` says that anything may have been changed.
  func tell(_ changes: [RowChange]?) {
    guard broadcast.hasListeners else { return }
    guard let changes else { return broadcast.tell(KeychainChange(.unknown, nil)) }
    for change in changes {
      let reference = try? change.identifier.reference()
      broadcast.tell(KeychainChange(change.isRemoved ? .removed : .stored, reference))
    }
  }
}

extension Store {
  /// The slots and the keybag as they stand in the file; nobody's keys are needed.
  ///
  /// - Throws: `KeychainError`.
  func header() throws(KeychainError) -> StoreHeader {
    try withReader { connection throws(KeychainError) in
      try connection.reading { () throws(KeychainError) in try StoreHeader(connection) }
    }
  }

  /// Changes the slots or the keys, and the rows with them.
  ///
  /// - Parameter body: Makes the change, of what stands in the file now.
  /// - Throws: `KeychainError`; nothing was changed then.
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
