#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// A keychain in a file: items with Apple's rules, sealed one by one, opened by slots, shared by many processes.
///
/// A locked file shows how many items there are, how large they are about, and nothing of their names. A row that was
/// changed, exchanged, removed or put back from an older state is noticed when it is met and by ``verify()``; nothing is
/// ever repaired or deleted by itself. Searches run on the calling thread, everything that may wait on one of its own.
/// Safe to use from any thread.
///
/// Specified in Documentation/formats/keychain-file.md.
public final class KeychainFile: KeychainBackend {
  let store: Store
  let options: KeychainFileOptions
  let session: Protected<FileSession>

  init(_ store: Store, _ options: KeychainFileOptions) {
    (self.store, self.options) = (store, options)
    session = Protected(FileSession())
  }

  deinit { store.stopWatching() }

  // MARK: - Opening

  /// Makes a keychain with one slot, and opens it.
  ///
  /// - Parameters:
  ///   - folder: Its folder, which is made when it is missing; ``defaultFolder`` when `nil`.
  ///   - slot: What it is opened with.
  ///   - options: How it is used.
  /// - Returns: The keychain, unlocked.
  /// - Throws: ``KeychainError/storeExists``, ``KeychainError/insecurePermissions(_:)``, ``KeychainError/unsupported(_:)``
  ///   on a network's file system, ``KeychainError/diskFull``, ``KeychainError/readOnly``, and what the slot needs.
  public static func create(
    at folder: String? = nil, slot: NewSlot, options: KeychainFileOptions = KeychainFileOptions()
  ) async throws(KeychainError) -> KeychainFile {
    try await create(at: folder, slot: slot, options: options, services: .system)
  }

  static func create(
    at folder: String?, slot: NewSlot, options: KeychainFileOptions, services: SlotServices
  ) async throws(KeychainError) -> KeychainFile {
    let path = folder ?? defaultFolder
    return try await SlowThread.keychain { () throws(KeychainError) in
      try StoreLocation.makeFolder(path)
      let location = try StoreLocation(opening: path)
      guard try !location.hasStore() else { throw .storeExists }
      // A device key of a store that is gone serves as well.
      let device: DeviceKey
      if let found = try DeviceKey(folder: location.folder) {
        device = found
      } else {
        device = try DeviceKey(creatingIn: location.folder)
      }
      let id = try StoreID()
      let keybag = try OpenKeybag(
        creating: id, slot: slot, device: device, services: services, now: options.clock.date)
      let ring = keybag.ring(.unlocked)
      // An anchor that belongs to another keychain would keep this one from ever being opened.
      if let integrity = ring.integrity {
        _ = try options.anchors.recall(of: AnchoredStore(id, integrity: integrity))
      }
      try Store.create(in: location, id, try StoreHeader(keybag), ring)
      let file = KeychainFile(
        try Store(opening: location, isDurable: options.isDurable, clock: options.clock), options)
      file.services.withLock { $0 = services }
      try file.admit(keybag)
      // What was made just now is the newest state, once an anchor knows of it.
      file.session.withLock { if $0.protection == .unrecorded { $0.protection = .verified } }
      return file
    }
  }

  /// Opens a keychain that is there; it is locked at first.
  ///
  /// - Parameters:
  ///   - folder: Its folder; ``defaultFolder`` when `nil`.
  ///   - options: How it is used.
  /// - Returns: The keychain.
  /// - Throws: ``KeychainError/unavailable(_:)`` when there is none, ``KeychainError/insecurePermissions(_:)``,
  ///   ``KeychainError/corrupt(_:)``, ``KeychainError/newerFormat(version:)``, ``KeychainError/unsupported(_:)``.
  public static func open(
    at folder: String? = nil, options: KeychainFileOptions = KeychainFileOptions()
  ) async throws(KeychainError) -> KeychainFile {
    let path = folder ?? defaultFolder
    return try await SlowThread.keychain { () throws(KeychainError) in
      let location = try StoreLocation(opening: path)
      func open() throws(KeychainError) -> KeychainFile {
        KeychainFile(
          try Store(opening: location, isDurable: options.isDurable, clock: options.clock), options)
      }
      // SQLite needs room to open a file, too.
      do throws(KeychainError) { return try open() } catch {
        guard error == .diskFull else { throw error }
        location.releaseReserve()
      }
      return try open()
    }
  }

  /// The folder of the person's keychain: `omamori/keychain` in `$XDG_DATA_HOME` or in `~/.local/share`.
  public static var defaultFolder: String {
    let environment = ProcessInfo.processInfo.environment
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/omamori/keychain" }
    return (environment["HOME"] ?? "") + "/.local/share/omamori/keychain"
  }

  /// The folder of this keychain, with every symbolic link resolved.
  public var folder: String { store.location.folder }

  /// What slots need from the system.
  let services = Protected(SlotServices.system)

  /// Closes the file and wipes all keys; every call fails afterwards.
  public func close() async {
    let newest = newestState
    session.withLock { $0.end(.everything) }
    store.stopWatching()
    _ = try? await SlowThread.keychain { () throws(KeychainError) in
      self.store.close()
      if let (store, state) = newest { self.raise(to: state, of: store) }
    }
  }

  // MARK: - What every store does

  /// All that a store can do.
  public var capabilities: KeychainCapabilities {
    [
      .transactions, .changes, .accessControl, .accessibility, .certificatesAndKeys, .persistent,
      .tamperDetection,
    ]
  }

  /// The access group of items that name none.
  public var defaultAccessGroup: String? { options.accessGroups.default }

  /// Whether the keychain can be used now.
  public func lockState() async -> KeychainLockState {
    lockWhenIdle()
    return store.lockState
  }

  /// Stores an item.
  public func put(
    _ item: NewItem, if condition: PutCondition, access: ItemAccess
  ) async throws(KeychainError) -> Item? {
    try ItemRules.check(item)
    return try await change(preparing: { () async throws(KeychainError) in
      try await self.guarded(item, access)
    }) {
      transaction, guarded throws(KeychainError) in
      try transaction.put(item, if: condition, guarded: guarded)
    }
  }

  /// Finds items.
  public func find(
    _ query: ItemQuery, withSecrets: Bool, access: ItemAccess
  ) async throws(KeychainError) -> [Item] {
    if query.itemClass == .identity {
      return try IdentityJoin.find(query, withSecrets: withSecrets) {
        query, withSecrets throws(KeychainError) in
        try self.read(query, withSecrets ? .secret : .metadata).map { row throws(KeychainError) in
          try row.unguardedItem()
        }
      }
    }
    var items: [Item] = []
    for row in try read(query, withSecrets ? .secret : .metadata) {
      items.append(try row.item(secret: try await secret(of: row, access)))
    }
    return items
  }

  /// Changes all items that match.
  public func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int {
    try ItemRules.checkForChange(query)
    try ItemRules.check(changes)
    return try await change(
      preparing: { () async throws(KeychainError) in try await self.guarded(query, changes, access) }
    ) { transaction, guarded throws(KeychainError) in
      try transaction.update(query, changes, guarded: guarded)
    }
  }

  /// Removes all items that match, also when the disk is full: the file keeps 256 KiB in reserve for that.
  public func remove(_ query: ItemQuery) async throws(KeychainError) -> Int {
    try ItemRules.checkForChange(query)
    do throws(KeychainError) { return try await removeAll(query) } catch {
      guard error == .diskFull else { throw error }
      // Another process may have done that already.
      store.location.releaseReserve()
    }
    let result: Result<Int, KeychainError>
    do throws(KeychainError) { result = .success(try await removeAll(query)) } catch {
      result = .failure(error)
    }
    // because the items are removed, whether or not the room for the next time can be kept
    _ = try? await SlowThread.keychain { () throws(KeychainError) in
      self.store.shrink()
      self.store.location.keepReserve()
    }
    return try result.get()
  }

  private func removeAll(_ query: ItemQuery) async throws(KeychainError) -> Int {
    try await change(preparing: { () async throws(KeychainError) in () }) {
      transaction, _ throws(KeychainError) in try transaction.remove(query)
    }
  }

  /// Does several things in one step.
  public func transaction<Outcome: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome {
    try await change(preparing: { () async throws(KeychainError) in () }) {
      transaction, _ throws(KeychainError) in try body(FileTransaction(transaction))
    }
  }

  /// The changes from now on, of this process and of others; of the latter while the keychain is not locked completely.
  public func changes() throws(KeychainError) -> KeychainChanges {
    let changes = store.listen()
    try store.watch()
    return changes
  }
}
#endif
