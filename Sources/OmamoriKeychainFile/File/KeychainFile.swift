import OmamoriCore
import OmamoriCrypto
public import OmamoriKeychain

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
  /// - Throws: `KeychainError.storeExists`, `KeychainError.insecurePermissions(_:)`, `KeychainError.unsupported(_:)`
  ///   on a network's file system, `KeychainError.diskFull`, `KeychainError.readOnly`, and what the slot needs.
  public static func create(
    at folder: String? = nil, slot: NewSlot, options: KeychainFileOptions = KeychainFileOptions()
  ) async throws(KeychainError) -> KeychainFile {
    try await create(at: folder, slot: slot, options: options, services: .system)
  }

  static func create(
    at folder: String?, slot: NewSlot, options: KeychainFileOptions, services: SlotServices
  ) async throws(KeychainError) -> KeychainFile {
    let path = folder ?? defaultFolder
    return try await OwnThread.run { () throws(KeychainError) in
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
  /// - Throws: `KeychainError.unavailable(_:)` when there is none, `KeychainError.insecurePermissions(_:)`,
  ///   `KeychainError.corrupt(_:)`, `KeychainError.newerFormat(version:)`, `KeychainError.unsupported(_:)`.
  public static func open(
    at folder: String? = nil, options: KeychainFileOptions = KeychainFileOptions()
  ) async throws(KeychainError) -> KeychainFile {
    let path = folder ?? defaultFolder
    return try await OwnThread.run { () throws(KeychainError) in
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
    _ = try? await OwnThread.run { () throws(KeychainError) in
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
  ) async throws(KeychainError) -> KeychainItem? {
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
  ) async throws(KeychainError) -> [KeychainItem] {
    if query.itemClass == .identity {
      return try IdentityJoin.find(query, withSecrets: withSecrets) {
        query, withSecrets throws(KeychainError) in
        try self.read(query, withSecrets ? .secret : .metadata).map { row throws(KeychainError) in
          try row.unguardedItem()
        }
      }
    }
    var items: [KeychainItem] = []
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
    _ = try? await OwnThread.run { () throws(KeychainError) in
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

// What is sealed for an access control, before the step that stores it: nobody can be asked while others wait.

extension KeychainFile {
  /// How often a change is prepared again when others changed the items meanwhile.
  private static let attempts = 8

  /// Makes a change in one step, with what was prepared for it.
  func change<Prepared: Sendable, Outcome: Sendable>(
    preparing prepare: () async throws(KeychainError) -> Prepared,
    _ body: @escaping @Sendable (StoreTransaction, Prepared) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome {
    for _ in 1..<Self.attempts {
      do throws(KeychainError) { return try await attempt(prepare, body) } catch .contended { continue }
    }
    return try await attempt(prepare, body)
  }

  private func attempt<Prepared: Sendable, Outcome: Sendable>(
    _ prepare: () async throws(KeychainError) -> Prepared,
    _ body: @escaping @Sendable (StoreTransaction, Prepared) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome {
    let prepared = try await prepare()
    return try await OwnThread.run { () throws(KeychainError) in
      try self.withKeys { () throws(KeychainError) in
        let outcome = try self.store.change(self.options.accessGroups) { transaction throws(KeychainError) in
          try body(transaction, prepared)
        }
        self.raiseAnchors()
        return outcome
      }
    }
  }

  /// The secret of a new item, sealed for its access control; `nil` when it needs nobody.
  func guarded(_ item: NewItem, _ access: ItemAccess) async throws(KeychainError) -> GuardedSecret? {
    let item = ItemRules.normalized(item)
    guard let control = item.accessControl, let secret = item.secret else { return nil }
    let keys = try accessKeys()
    let plan = try AccessPlan(control, hasPasscode: keys.passcode != nil)
    guard !plan.isEmpty else { return nil }
    return try await seal(secret, SymmetricKey(size: .bits256), plan, keys, access)
  }

  /// The secrets of the items that an update gives another secret or another access control, sealed for it.
  func guarded(
    _ query: ItemQuery, _ changes: ItemChanges, _ access: ItemAccess
  ) async throws(KeychainError) -> [RowIdentifier: GuardedSecret] {
    guard changes.secret != nil || changes.accessControl != nil else { return [:] }
    var all = query
    all.limit = query.reference == nil ? .all : .one
    var result: [RowIdentifier: GuardedSecret] = [:]
    for row in try read(all, .material) {
      let old = NewItem(try row.item())
      let new = try ItemRules.applying(changes, to: old)
      let hasSameControl = old.accessControl?.constraints == new.accessControl?.constraints
      guard changes.secret != nil || !hasSameControl else { continue }
      let prepared = try await guarded(row, new, changes.secret, access)
      result[row.head.context.identifier] = prepared?.expecting(row.head)
    }
    return result
  }

  private func guarded(
    _ row: FoundRow, _ new: NewItem, _ secret: SharedSecretBytes?, _ access: ItemAccess
  ) async throws(KeychainError) -> GuardedSecret? {
    let keys = try accessKeys()
    let plan: AccessPlan? =
      if let control = new.accessControl { try AccessPlan(control, hasPasscode: keys.passcode != nil) } else {
        nil
      }
    if let secret {
      guard let plan, !plan.isEmpty else { return nil }
      return try await seal(secret, SymmetricKey(size: .bits256), plan, keys, access)
    }
    guard case .guarded(let material, let body) = row.secret else { return nil }
    // Whoever changes what protects a secret has to be able to read it.
    let key = row.record.protection == .none ? SymmetricKey(material) : try await key(material, keys, access)
    guard let plan, !plan.isEmpty else {
      return GuardedSecret(
        material: SharedSecretBytes(key.secretBytes), body: body, length: row.record.secretLength,
        protection: .none)
    }
    let lock = try await AccessLock(key, behind: plan, context: store.id.bytes, keys: keys, access: access)
    return GuardedSecret(
      material: SharedSecretBytes(SecretBytes(copying: lock.encoded)), body: body,
      length: row.record.secretLength, protection: lock.protection)
  }

  private func seal(
    _ secret: SharedSecretBytes, _ key: SymmetricKey, _ plan: AccessPlan, _ keys: AccessKeys,
    _ access: ItemAccess
  ) async throws(KeychainError) -> GuardedSecret {
    let lock = try await AccessLock(key, behind: plan, context: store.id.bytes, keys: keys, access: access)
    let id = store.id
    let body = try key.withBytes { key throws(KeychainError) in
      try ItemSealer.sealBody(secret, key: key, of: id)
    }
    return GuardedSecret(
      material: SharedSecretBytes(SecretBytes(copying: lock.encoded)), body: body, length: secret.count,
      protection: lock.protection)
  }

  // MARK: - Reading

  /// The rows that match.
  func read(_ query: ItemQuery, _ depth: FoundRow.Depth) throws(KeychainError) -> [FoundRow] {
    try withKeys { () throws(KeychainError) in try store.find(query, options.accessGroups, depth) }
  }

  /// The secret of a row, after what its access control asks for.
  func secret(of row: FoundRow, _ access: ItemAccess) async throws(KeychainError) -> SharedSecretBytes? {
    if case .none = row.secret { return nil }
    try row.record.accessControl?.checkUse(access)
    switch row.secret {
    case .none: return nil
    case .value(let secret): return secret
    case .guarded(let material, let body):
      let key = try await key(material, try accessKeys(), access)
      let id = store.id
      return try key.withBytes { key throws(KeychainError) in
        try ItemSealer.openBody(body.rawSpan, key: key, of: id)
      }
    }
  }

  private func key(
    _ material: SharedSecretBytes, _ keys: AccessKeys, _ access: ItemAccess
  ) async throws(KeychainError) -> SymmetricKey {
    let lock = try AccessLock(decoding: material.withBytes { $0.array })
    let slots = try sealedKeybag().slots
    return try await lock.open(
      context: store.id.bytes, keys: keys, store: store.id, slots: slots, access: access)
  }

  private func accessKeys() throws(KeychainError) -> AccessKeys {
    guard let keys = store.ring?.access else { throw .locked }
    return keys
  }
}

extension KeychainFile {
  /// Examines everything, on a thread of its own: the database, the slots, the keys, and every item with its secret.
  ///
  /// - Returns: What was found; nothing is repaired or deleted.
  /// - Throws: `KeychainError.locked`, `KeychainError.rolledBack(expected:found:)` when the file was newer before, and
  ///   what keeps it from being read at all.
  public func verify() async throws(KeychainError) -> StoreReport {
    try await OwnThread.run { () throws(KeychainError) in
      try self.withKeys { () throws(KeychainError) in
        // What is damaged is in the report; that the file is older than it was is not.
        do throws(KeychainError) { try self.store.refresh() } catch .corrupt {}
        var report = try self.store.verify()
        do throws(KeychainError) {
          let sealed = try self.sealedKeybag()
          if let keybag = self.session.current.keybag {
            _ = try keybag.following(sealed, device: try DeviceKey(folder: self.folder))
          }
        } catch .corrupt(let place) { report.add(place) } catch .locked { report.add(.slots) }
        report.rollbackProtection = self.rollbackProtection
        return report
      }
    }
  }
}
