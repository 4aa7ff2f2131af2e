import OmamoriCore
import OmamoriKeychain

/// The newest state of the store that this process has verified, and the way to the next one.
///
/// A value behind a lock, since readers and the writer share it.
struct StoreState: Sendable {
  /// All rows.
  private(set) var rows = RowMap()
  /// The root that the rows add up to.
  private(set) var root = RootRecord()
  /// The root as it stands in the file; empty before the first verification and after other keys came.
  private var sealedRoot: [UInt8] = []
  /// The newest state that this process has verified, which it remembers without its rows, too.
  private var known: AnchoredState?
  /// The epoch of that state.
  private var knownEpoch: UInt64 { known?.epoch ?? 0 }

  /// Whether a state was verified with the keys of now.
  var isVerified: Bool { !sealedRoot.isEmpty }

  /// Whether a sealed root is the one of this state.
  func isCurrent(_ sealed: RawSpan) -> Bool {
    isVerified && sealedRoot.rawSpan.hasSameBytes(as: sealed)
  }

  /// Whether the file went on from an older state than the one that this process knew.
  private var isForked = false

  /// Forgets the rows, whose digests other keys would make otherwise; the known state stays.
  mutating func forgetRows() { (rows, root, sealedRoot) = (RowMap(), RootRecord(), []) }

  /// The tag of the row with an identifier.
  mutating func tag(of identifier: RowIdentifier) -> StoreTag? { rows.tag(of: identifier) }

  /// Comes to the state that a connection sees within its transaction, and verifies it.
  ///
  /// - Parameters:
  ///   - connection: A connection within a transaction.
  ///   - sealer: The keys.
  /// - Returns: What was changed since the state that was known; `nil` for "anything".
  /// - Throws: `KeychainError.rolledBack(expected:found:)`, `KeychainError.corrupt(_:)`,
  ///   `KeychainError.locked` when the keys were changed meanwhile.
  mutating func follow(
    _ connection: StoreConnection, _ sealer: ItemSealer
  ) throws(KeychainError) -> [RowChange]? {
    let sealed = try connection.sealedRoot()
    if isCurrent(sealed.rawSpan) { return [] }
    guard let root = sealer.openRoot(sealed.rawSpan) else {
      guard try connection.keybagGeneration() == sealer.keybagGeneration else { throw .locked }
      throw .corrupt(.items)
    }
    // Others changed the keys; whoever holds the keybag can follow.
    guard root.keybagGeneration == sealer.keybagGeneration else {
      // A keybag of another time than the rows is not what another process writes.
      guard try connection.keybagGeneration() == root.keybagGeneration else { throw .corrupt(.keybag) }
      throw .locked
    }
    guard !isForked, root.epoch >= knownEpoch, root.epoch > self.root.epoch || !isVerified else {
      throw rolledBack(root)
    }
    if let known, AnchoredState(root).relation(to: known) == .separate { throw rolledBack(root) }
    // A store that only went on has all that was there and was not changed since.
    var hasGoneOn = true
    if isVerified {
      hasGoneOn = root.horizon >= self.root.horizon && root.generation >= self.root.generation
      if hasGoneOn, root.horizon == self.root.horizon {
        if let changes = try step(connection, sealer, root) {
          take(root, sealed)
          return changes
        }
        hasGoneOn = false
      }
    }
    let expected = known
    try scan(connection, sealer, root, sealed)
    guard hasGoneOn else {
      // All of it is authentic, so an older state was put back and somebody wrote to that.
      forgetRows()
      (isForked, known) = (true, expected)
      throw rolledBack(root)
    }
    return nil
  }

  /// The error for a file that is in another state than after the one that is known.
  ///
  /// Of a file that went on by another way it names the newest state that both can have in common.
  private func rolledBack(_ root: RootRecord) -> KeychainError {
    .rolledBack(expected: knownEpoch, found: min(root.epoch, max(knownEpoch, 1) - 1))
  }

  /// Makes the changes since the state that is known; `nil` when they do not lead to the new root.
  private mutating func step(
    _ connection: StoreConnection, _ sealer: ItemSealer, _ root: RootRecord
  ) throws(KeychainError) -> [RowChange]? {
    do throws(KeychainError) {
      let changes = try rows.follow(connection, sealer, since: self.root.generation)
      return rows.sum == root.sum && UInt64(rows.count) == root.count ? changes : nil
    } catch {
      // Half of the changes are no state at all.
      forgetRows()
      throw error
    }
  }

  /// Takes over what a transaction of this process did, unless it is known already.
  ///
  /// - Returns: Whether it was not known; otherwise whoever came to know it has told of the changes.
  mutating func accept(_ work: RowOverlay, _ root: RootRecord, _ sealed: [UInt8]) -> Bool {
    guard isVerified, root.epoch > self.root.epoch else { return false }
    rows.accept(work)
    take(root, sealed)
    return true
  }

  private mutating func take(_ root: RootRecord, _ sealed: [UInt8]) {
    (self.root, sealedRoot) = (root, sealed)
    if root.epoch >= knownEpoch { known = AnchoredState(root) }
  }

  /// Reads all rows and compares them with the root.
  private mutating func scan(
    _ connection: StoreConnection, _ sealer: ItemSealer, _ root: RootRecord, _ sealed: [UInt8]
  ) throws(KeychainError) {
    forgetRows()
    var found = RowMap()
    try connection.forEachHead(since: 0) { head throws(KeychainError) in
      guard head.generation > 0, found.put(head, sealer) == nil else { throw .corrupt(.items) }
    }
    let statement = connection.tombstones
    defer { statement.reset() }
    try statement.bind(0, at: 1)
    while try statement.step() {
      let (generation, tag) = try statement.tombstone()
      // One that says that a row is gone which is there would mislead others.
      guard found[tag].map({ $0.generation > generation }) ?? true else { throw .corrupt(.items) }
      found.bury(sealer.digest(tombstone: generation, tag))
    }
    guard found.sum == root.sum, UInt64(found.count) == root.count else { throw .corrupt(.items) }
    rows = found
    take(root, sealed)
  }
}

extension RowMap {
  /// Makes the changes that were made after a generation.
  ///
  /// - Returns: The changes.
  /// - Throws: `KeychainError`.
  fileprivate mutating func follow(
    _ connection: StoreConnection, _ sealer: ItemSealer, since generation: UInt64
  ) throws(KeychainError) -> [RowChange] {
    var (removed, stored) = ([RowIdentifier](), Set<RowIdentifier>())
    let statement = connection.tombstones
    defer { statement.reset() }
    try statement.bind(Int64(generation), at: 1)
    while try statement.step() {
      let (number, tag) = try statement.tombstone()
      bury(sealer.digest(tombstone: number, tag))
      guard let head = self[tag], head.generation < number else { continue }
      remove(tag, sealer)
      removed.append(head.context.identifier)
    }
    var changes: [RowChange] = []
    try connection.forEachHead(since: Int64(generation)) { head throws(KeychainError) in
      put(head, sealer)
      stored.insert(head.context.identifier)
      changes.append(RowChange(identifier: head.context.identifier, isRemoved: false))
    }
    // An item that moved to another place left the old one and was stored in the new one.
    return removed.filter { !stored.contains($0) }.map { RowChange(identifier: $0, isRemoved: true) }
      + changes
  }
}

/// A change of the slots or the keys of a store, made in one step with what it means for the rows.
///
/// Safe to share between threads.
struct KeybagChange: Sendable {
  /// The slots and the keybag of the new state.
  let header: StoreHeader
  /// The classes whose items are gone for good and are removed.
  var lost: Set<ItemAccessibility> = []
  /// The classes that have other keys.
  var renewed: Set<ItemAccessibility> = []
  /// The keys of the new state.
  let ring: KeyRing
}
