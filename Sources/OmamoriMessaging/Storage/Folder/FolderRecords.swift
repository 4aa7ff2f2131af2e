import OmamoriCore

/// The records of a ``FolderConversationStore`` on the disk.
///
/// The sealed file `index` says which records there are and in which versions; each version of a record is a sealed file of
/// its own, which is never written again once an index names it. So a commit is one renaming of an index: what lies beside
/// it and is not named by it was never committed, or is outdated, and whoever opens the store next removes it. All calls
/// block. Safe to use from any thread and from several processes.
struct FolderRecords: Sendable {
  private static let indexName = "index"
  private static let pendingIndexName = "index.new"
  /// How often a record is looked for beside the commits of others before it is looked for under the lock.
  private static let attemptCount = 8

  let folder: StoreFolder
  let seal: FolderSeal
  /// The greatest number of commits that this process knows of.
  let knownCommits: Protected<UInt64>

  /// Whether a folder has an index.
  static func hasIndex(_ folder: StoreFolder) throws(MessagingError) -> Bool {
    try folder.names().contains(indexName)
  }

  /// What there is now.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged`` and
  ///   ``ConversationStorageFault/rolledBack``, ``MessagingError/system(code:)``.
  func index() throws(MessagingError) -> FolderIndex {
    // Asked first: a commit of another thread in between is no step back.
    let known = knownCommits.current
    var index = FolderIndex()
    if let bytes = try folder.content(
      of: Self.indexName, limit: FolderIndex.greatestByteCount + FolderSeal.overhead)
    {
      guard let opened = seal.openIndex(bytes) else { throw .storage(.damaged) }
      index = opened
    }
    guard index.commitCount >= known else { throw .storage(.rolledBack) }
    learn(index.commitCount)
    return index
  }

  private func learn(_ count: UInt64) { knownCommits.withLock { $0 = max($0, count) } }

  // MARK: - Reading

  /// A record; `nil` when there is none.
  ///
  /// - Throws: What ``index()`` throws.
  func record(_ name: RecordName) throws(MessagingError) -> StoredRecord? {
    for _ in 0..<Self.attemptCount {
      let index = try index()
      guard let version = index.versions[name] else { return nil }
      if let record = try record(name, version) { return record }
      // It was outdated by a commit of somebody else, or it is lost.
      guard try self.index().commitCount != index.commitCount else { throw .storage(.damaged) }
    }
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    guard let version = try index().versions[name] else { return nil }
    guard let record = try record(name, version) else { throw .storage(.damaged) }
    return record
  }

  /// A version of a record; `nil` when its file is not there.
  private func record(_ name: RecordName, _ version: UInt64) throws(MessagingError) -> StoredRecord? {
    guard
      let sealed = try folder.content(
        of: seal.fileName(name, version: version), limit: RecordBounds.greatestRecord + FolderSeal.overhead)
    else { return nil }
    guard let bytes = seal.open(sealed, name, version: version) else { throw .storage(.damaged) }
    return StoredRecord(bytes: bytes, version: version)
  }

  // MARK: - Writing

  /// Makes all changes, or none.
  ///
  /// - Parameter changes: The changes, already checked.
  /// - Returns: How many commits there were.
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  func commit(_ changes: [RecordChange]) throws(MessagingError) -> UInt64 {
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    var index = try index()
    for change in changes where (index.versions[change.name] ?? 0) != change.expectedVersion {
      throw .storage(.conflict)
    }
    guard changes.contains(where: { $0.expectedVersion > 0 || $0.bytes != nil }) else {
      return index.commitCount
    }
    try advance(&index, by: changes)
    // It stands for every process now. When it cannot be said that it lasts, the step is not to be used, and what the
    // index before it named stays.
    try folder.synchronize(lasts: true)
    for change in changes where change.expectedVersion > 0 {
      folder.drop(seal.fileName(change.name, version: change.expectedVersion))
    }
    return index.commitCount
  }

  /// Writes the new versions and the index that names them, and makes it the index of the store.
  private func advance(_ index: inout FolderIndex, by changes: [RecordChange]) throws(MessagingError) {
    let floor = index.greatestRemoved
    var files = [Self.pendingIndexName]
    do throws(MessagingError) {
      for change in changes {
        guard let bytes = change.bytes else {
          index.versions[change.name] = nil
          index.greatestRemoved = max(index.greatestRemoved, change.expectedVersion)
          continue
        }
        let version = (change.expectedVersion == 0 ? floor : change.expectedVersion) + 1
        index.versions[change.name] = version
        files.append(seal.fileName(change.name, version: version))
        let sealed = try seal.seal(bytes, change.name, version: version)
        try folder.put(files[files.count - 1], sealed, lasts: false)
      }
      // What an index names has to be there before it.
      try folder.synchronize(lasts: false)
      index.commitCount += 1
      let sealed = try seal.seal(index)
      guard sealed.count <= FolderIndex.greatestByteCount else { throw .storage(.tooLarge) }
      try folder.put(Self.pendingIndexName, sealed, lasts: true)
      try folder.move(Self.pendingIndexName, to: Self.indexName)
    } catch {
      for file in files { folder.drop(file) }
      throw error
    }
    learn(index.commitCount)
  }

  /// Removes what a killed process left behind.
  ///
  /// - Throws: What ``index()`` throws, and ``MessagingError/storage(_:)`` for a folder that cannot be written.
  func sweep() throws(MessagingError) {
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    let index = try index()
    let named = Set(index.versions.map { seal.fileName($0, version: $1) })
    let left = try folder.names().filter {
      $0 == Self.pendingIndexName || FolderSeal.isFileName($0) && !named.contains($0)
    }
    guard !left.isEmpty else { return }
    // An index that was renamed by a killed process may not have reached the disk: then the one before it counts still.
    try folder.synchronize(lasts: true)
    for file in left { folder.drop(file) }
  }
}
