import OmamoriCore

/// Brings the items of a service from one layout to the next, without ever losing one.
///
/// All steps that are due happen in one transaction together with the number of the layout, which is an item of the same
/// store: a program that is killed finds the old layout or the new one, and a second run has nothing left to do. Every
/// item that a step wrote is read back before the transaction ends. What the items were before stays in the store, as
/// hidden items of the same accessibility, until ``commit()``; ``revert(discardingChanges:)`` brings it back. When an item
/// that a step wrote is removed afterwards, the next call of the migration removes all that is kept, so that a deleted
/// secret does not come back.
///
/// A locked store is refused, since an item that cannot be read would look like one that is not there. Items with an
/// access control cannot be changed by a step, since nobody can be asked within a transaction; a step may store them.
public struct KeychainMigration: Sendable {
  /// What leads from one layout to the next.
  public struct Step: Sendable {
    package let body: @Sendable (Keychain.Transaction) throws(KeychainError) -> Void

    /// Makes a step.
    ///
    /// - Parameter body: What to do. Absent items are none of its errors: a fresh store goes through all steps.
    public init(_ body: @escaping @Sendable (Keychain.Transaction) throws(KeychainError) -> Void) {
      self.body = body
    }
  }

  /// What a migration has done.
  public struct Outcome: Sendable, Hashable {
    /// The number of the layout before.
    public let from: Int
    /// The number of the layout now.
    public let to: Int
    /// How many items were added, changed or removed.
    public let changedCount: Int
  }

  /// The service whose items are meant.
  public let keychain: Keychain
  /// The steps; the first leads from layout 0, which has no number in the store, to layout 1.
  public let steps: [Step]

  /// Makes a migration.
  ///
  /// - Parameters:
  ///   - keychain: The service whose items are meant. Steps reach other items through ``Keychain/Transaction/step``.
  ///   - steps: The steps from layout 0 on. Steps that were ever released stay as they are.
  public init(_ keychain: Keychain, steps: [Step]) { (self.keychain, self.steps) = (keychain, steps) }

  /// The number of the layout that the store has.
  ///
  /// - Returns: The number; 0 when none was ever migrated.
  /// - Throws: ``KeychainError``; ``KeychainError/locked``, too, while that cannot be known.
  public func layout() async throws(KeychainError) -> Int {
    try await requireUnlocked()
    guard let item = try await keychain.backend.find(journal.record, withSecrets: true).first else {
      return 0
    }
    return try MigrationRecord(item).layout
  }

  /// Does all steps that are due.
  ///
  /// What is kept of an earlier run is given up when one of its items was removed since, and, when steps are due, when one
  /// was changed since: a later ``revert(discardingChanges:)`` leads back to what was stored when this run began.
  ///
  /// - Returns: What was done; nothing when the store has the newest layout already.
  /// - Throws: ``KeychainError``, and nothing was changed: ``KeychainError/locked``,
  ///   ``KeychainError/migrationFailed(step:)`` when an item was not read back as it was written,
  ///   ``KeychainError/newerFormat(version:)`` when a newer program migrated the store, and what a step throws.
  @discardableResult
  public func run() async throws(KeychainError) -> Outcome {
    try await requireUnlocked()
    let (steps, journal, place) = (steps, journal, keychain.place)
    let outcome = try await keychain.backend.transaction { transaction throws(KeychainError) in
      var record = try journal.read(transaction)
      guard record.layout <= steps.count else { throw .newerFormat(version: record.layout) }
      let first = record.layout
      var changed = 0
      let since = try journal.changes(record, transaction)
      if since.isRemoved || (first < steps.count && !since.changed.isEmpty) {
        try journal.discard(&record, transaction)
      }
      // With nothing left to bring back there is no way behind the layout of now.
      if record.entryCount == 0 { record.firstLayout = first }
      for number in first..<steps.count {
        let recorder = MigrationRecorder(transaction)
        try steps[number].body(Keychain.Transaction(place: place, step: recorder))
        guard try recorder.isAsWritten() else { throw .migrationFailed(step: number + 1) }
        let entries = try recorder.finished()
        for entry in entries { try journal.append(entry, to: &record, transaction) }
        changed += entries.count
      }
      guard first < steps.count else { return Outcome(from: first, to: first, changedCount: 0) }
      record.layout = steps.count
      try journal.write(record, transaction)
      guard try journal.read(transaction) == record else { throw .migrationFailed(step: steps.count) }
      return Outcome(from: first, to: steps.count, changedCount: changed)
    }
    guard try await layout() >= outcome.to else { throw .migrationFailed(step: steps.count) }
    return outcome
  }

  /// Removes what the items were before, once the program is sure of the new layout.
  ///
  /// - Returns: How many items could have been brought back until now.
  /// - Throws: ``KeychainError``; nothing was removed then.
  @discardableResult
  public func commit() async throws(KeychainError) -> Int {
    try await requireUnlocked()
    let journal = journal
    return try await keychain.backend.transaction { transaction throws(KeychainError) in
      var record = try journal.read(transaction)
      guard record.firstLayout != record.layout else { return 0 }
      return try journal.discard(&record, transaction)
    }
  }

  /// The items that have a newer value, other attributes or another owner of their name than after the steps, and that
  /// ``revert(discardingChanges:)`` would take back.
  ///
  /// - Returns: The items without their secrets, in no order.
  /// - Throws: ``KeychainError``.
  public func changedItems() async throws(KeychainError) -> [KeychainItem] {
    try await requireUnlocked()
    let journal = journal
    return try await keychain.backend.transaction { transaction throws(KeychainError) in
      try journal.changes(try journal.read(transaction), transaction).changed
    }
  }

  /// Brings back what the items were before everything that was not committed, in one step.
  ///
  /// An item that a step removed comes back under a new persistent reference; all others keep theirs. When an item that a
  /// step wrote was removed since, nothing is brought back: what is kept is removed, and the layout stays as it is.
  ///
  /// - Parameter discardsChanges: Whether to go back although items were changed since, and lose their newer values.
  /// - Returns: The number of the layout now.
  /// - Throws: ``KeychainError``, and nothing was changed: ``KeychainError/contended`` when there are ``changedItems()``.
  @discardableResult
  public func revert(discardingChanges discardsChanges: Bool = false) async throws(KeychainError) -> Int {
    try await requireUnlocked()
    let journal = journal
    return try await keychain.backend.transaction { transaction throws(KeychainError) in
      var record = try journal.read(transaction)
      let since = try journal.changes(record, transaction)
      guard !since.isRemoved else {
        try journal.discard(&record, transaction)
        return record.layout
      }
      guard discardsChanges || since.changed.isEmpty else { throw .contended }
      var moved: [PersistentReference: PersistentReference] = [:]
      for number in (0..<record.entryCount).reversed() {
        try journal.entry(number, transaction).restore(transaction, &moved)
        try journal.removeEntry(number, transaction)
      }
      (record.layout, record.entryCount) = (record.firstLayout, 0)
      try journal.write(record, transaction)
      return record.layout
    }
  }

  private var journal: MigrationJournal {
    MigrationJournal(service: keychain.service, accessGroup: keychain.accessGroup)
  }

  private func requireUnlocked() async throws(KeychainError) {
    guard keychain.backend.capabilities.contains(.transactions) else { throw .unsupported(.transactions) }
    switch await keychain.backend.lockState() {
    case .unlocked: return
    case .locked, .beforeFirstUnlock: throw .locked
    case .unavailable: throw .unavailable(.store)
    }
  }
}

extension Keychain {
  /// Removes items together with what a migration that was not committed keeps of them, in one step.
  ///
  /// - Parameters:
  ///   - query: The items.
  ///   - isWholeService: Whether nothing of the service is left afterwards.
  /// - Returns: The number of items removed.
  /// - Throws: ``KeychainError``; nothing was removed then.
  package func remove(_ query: ItemQuery, isWholeService: Bool) async throws(KeychainError) -> Int {
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

/// What became of the items of a migration after its steps.
struct MigrationChanges: Sendable {
  /// Whether an item that a step wrote is not there any more.
  var isRemoved = false
  /// The items that are not what the steps made of them, and items that took the name of one since.
  var changed: [KeychainItem] = []
}

extension MigrationJournal {
  /// Compares the items that are kept with those that are there now.
  ///
  /// - Parameters:
  ///   - record: How far the service has been migrated.
  ///   - transaction: The step of the store.
  /// - Returns: What became of them.
  /// - Throws: ``KeychainError``.
  func changes(
    _ record: MigrationRecord, _ transaction: any KeychainTransaction
  ) throws(KeychainError) -> MigrationChanges {
    // The last step that touched an item says what the item has to be.
    var written: [PersistentReference: MigrationEntry.Written] = [:]
    var names: [ItemQuery] = []
    for number in 0..<record.entryCount {
      let entry = try entry(number, transaction)
      written[entry.reference] = entry.written
      if let name = entry.namesake { names.append(name) }
    }
    var changes = MigrationChanges()
    var seen: Set<PersistentReference> = []
    for (reference, state) in written {
      guard case .version(let version) = state else { continue }
      guard let item = try transaction.find(ItemQuery(reference), withSecrets: false).first else {
        changes.isRemoved = true
        continue
      }
      if item.version != version, seen.insert(reference).inserted { changes.changed.append(item) }
    }
    for name in names {
      for item in try transaction.find(name, withSecrets: false) {
        guard written[item.reference] == nil, seen.insert(item.reference).inserted else { continue }
        changes.changed.append(item)
      }
    }
    return changes
  }
}
