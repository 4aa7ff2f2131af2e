public import OmamoriCore
import OmamoriCrypto
public import OmamoriKeychain
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A keychain in the desktop's Secret Service (gnome-keyring, KWallet, KeePassXC).
///
/// Each item is one secret with everything about it inside, so that it is stored and replaced in one step; it is read
/// back and compared after writing. Nobody is ever asked: what is locked is `KeychainError.locked`, which is told from
/// what is missing, and a service that does not answer within the timeout is `KeychainError.unavailable(_:)`. Every
/// process of the same user can read an unlocked collection, so accessibility is kept but not enforced, and there is no
/// access control. Conditions and updates are exact among programs that use this toolkit on one bus, which take turns;
/// they cannot keep other programs from writing at the same moment. An update or a removal of several items is undone
/// when one fails, but not when the machine stops halfway. Safe to use from any thread.
public final class SecretServiceKeychain: KeychainBackend {
  let client: SecretServiceClient
  let options: SecretServiceOptions
  private let names: NamesKey
  private let clock: any WallClock

  /// Makes a keychain; the service is first spoken to when it is used.
  ///
  /// - Parameters:
  ///   - options: How to use the service.
  ///   - clock: Tells when items are stored.
  public init(_ options: SecretServiceOptions = .standard, clock: any WallClock = SystemWallClock()) {
    (self.options, self.clock) = (options, clock)
    client = SecretServiceClient(options)
    names = NamesKey(client)
  }

  /// Items survive the process; everything else is up to the service.
  public var capabilities: KeychainCapabilities { [.persistent, .certificatesAndKeys] }

  /// The access group of items that name none.
  public var defaultAccessGroup: String? { options.accessGroups.default }

  /// Whether the collection is unlocked.
  public func lockState() async -> KeychainLockState {
    do throws(KeychainError) {
      return try await client.isLocked(client.collection()) ? .beforeFirstUnlock : .unlocked
    } catch {
      return error == .locked ? .beforeFirstUnlock : .unavailable
    }
  }

  /// Stores an item.
  public func put(
    _ item: NewItem, if condition: PutCondition, access: ItemAccess
  ) async throws(KeychainError) -> KeychainItem? {
    try ItemRules.check(item)
    let group = try options.accessGroups.group(named: item.accessGroup)
    let item = ItemRules.normalized(item)
    try checkSupported(item)
    return try await client.inTurn { [self] () async throws(KeychainError) -> KeychainItem? in
      let collection = try await client.collection()
      // Read anew: what is not found with keys that are no longer those of the collection may be there.
      _ = try await lookups(in: collection, creating: true)
      let now = clock.date
      var envelope = try ItemEnvelope(
        item, group: group, id: try ItemEnvelope.name(), created: now, modified: now)
      let existing = try await single(envelope.key, in: collection)
      switch condition {
      case .always: break
      case .absent: guard existing == nil else { return nil }
      case .version(let version): guard existing?.envelope.version == version else { return nil }
      }
      if let existing {
        (envelope.id, envelope.created) = (existing.envelope.id, existing.envelope.created)
      }
      try await write(envelope, over: existing, in: collection)
      return try envelope.found(withSecret: false)
    }
  }

  /// Finds items.
  public func find(
    _ query: ItemQuery, withSecrets: Bool, access: ItemAccess
  ) async throws(KeychainError) -> [KeychainItem] {
    let matcher = try ItemMatcher(query, options.accessGroups)
    guard query.itemClass == .identity else {
      let items = try await matches(matcher, in: client.collection()).prefix(
        query.limit.greatestCount ?? .max)
      var found: [KeychainItem] = []
      for item in items { found.append(try item.envelope.found(withSecret: withSecrets)) }
      return found
    }
    let parts = IdentityJoin.queries(of: query)
    let certificates = try await find(parts.certificates, withSecrets: withSecrets, access: access)
    let keys = try await find(parts.keys, withSecrets: false, access: access)
    return try IdentityJoin.find(query, withSecrets: withSecrets) {
      (part: ItemQuery, _: Bool) throws(KeychainError) -> [KeychainItem] in
      part.itemClass == .key ? keys : certificates
    }
  }

  /// Changes all items that match.
  public func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int {
    try ItemRules.checkForChange(query)
    try ItemRules.check(changes)
    let group = try changes.accessGroup.map { name throws(KeychainError) in
      try options.accessGroups.group(named: name)
    }
    let matcher = try ItemMatcher(query, options.accessGroups)
    return try await client.inTurn { [self] () async throws(KeychainError) -> Int in
      let collection = try await client.collection()
      let old = try await matches(matcher, in: collection)
      var new: [ItemEnvelope] = []
      for item in old {
        let before = item.envelope
        let changed = try ItemRules.applying(changes, to: before.item)
        try checkSupported(changed)
        new.append(
          try ItemEnvelope(
            changed, group: group ?? before.group, id: before.id, created: before.created,
            modified: clock.date))
      }
      try await checkDistinct(new, replacing: old, in: collection)
      try await write(new, over: old, in: collection)
      return new.count
    }
  }

  /// Removes all items that match, and every copy of one that was stored twice.
  public func remove(_ query: ItemQuery) async throws(KeychainError) -> Int {
    try ItemRules.checkForChange(query)
    let matcher = try ItemMatcher(query, options.accessGroups)
    return try await client.inTurn { [self] () async throws(KeychainError) -> Int in
      let found = try await matches(matcher, in: client.collection())
      for item in found {
        for path in item.copies { try await client.delete(path) }
        try await client.delete(item.path)
      }
      return found.count
    }
  }

  /// Never possible.
  public func transaction<Outcome: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome {
    throw .unsupported(.transactions)
  }

  /// Never possible.
  public func changes() throws(KeychainError) -> KeychainChanges { throw .unsupported(.changes) }

  // MARK: Reading

  /// An item where it is stored.
  struct Stored {
    let path: String
    let envelope: ItemEnvelope
    let lookup: ItemLookup
    /// Older items with the same primary key, which should not be.
    var copies: [String] = []
  }

  /// All items that match, each primary key once with its newest state, the oldest item first.
  ///
  /// - Throws: `KeychainError.locked` when any that may match is locked.
  func matches(_ matcher: ItemMatcher, in collection: String) async throws(KeychainError) -> [Stored] {
    let found = try await stored(in: collection) { lookup in
      if let reference = matcher.query.reference {
        return lookup.attributes(ofReference: Array(reference.data))
      }
      return lookup.attributes(of: matcher.query)
    }
    let matching = found.filter {
      $0.envelope.id == matcher.query.reference.map { Array($0.data) } ?? $0.envelope.id
        && matcher.matches(
          $0.envelope.item.itemClass, $0.envelope.attributes, group: $0.envelope.group,
          isSynchronizable: $0.envelope.item.isSynchronizable)
    }
    var newest: [PrimaryKey: Stored] = [:]
    for item in matching.sorted(by: { $0.envelope.modified < $1.envelope.modified }) {
      var item = item
      if let older = newest[item.envelope.key] { item.copies = older.copies + [older.path] }
      newest[item.envelope.key] = item
    }
    return newest.values.sorted { ($0.envelope.created, $0.path) < ($1.envelope.created, $1.path) }
  }

  private func stored(
    in collection: String, _ attributes: (ItemLookup) -> [String: String]
  ) async throws(KeychainError) -> [Stored] {
    var result: [Stored] = []
    for lookup in try await lookups(in: collection, creating: false) {
      let found = try await client.search(attributes(lookup), in: collection)
      guard found.locked.isEmpty else { throw .locked }
      let secrets = try await client.secrets(found.unlocked)
      for path in found.unlocked {
        guard let line = secrets[path] else { continue }
        result.append(Stored(path: path, envelope: try ItemEnvelope(line: line), lookup: lookup))
      }
    }
    return result
  }

  /// The one item with a primary key.
  ///
  /// - Throws: `KeychainError.corrupt(_:)` when there are two, of which writing could keep the wrong one.
  private func single(_ key: PrimaryKey, in collection: String) async throws(KeychainError) -> Stored? {
    let found = try await stored(in: collection) { $0.attributes(of: key) }.filter { $0.envelope.key == key }
    guard found.count < 2 else { throw .corrupt(.items) }
    return found.first
  }

  private func lookups(in collection: String, creating: Bool) async throws(KeychainError) -> [ItemLookup] {
    guard options.hidesNames else { return [ItemLookup(names: nil)] }
    return try await names.all(in: collection, creating: creating).map { ItemLookup(names: $0) }
  }

  // MARK: Writing

  private func checkSupported(_ item: NewItem) throws(KeychainError) {
    guard item.accessControl == nil else { throw .unsupported(.accessControl) }
    // Whether there is a passcode is not for this store to know.
    guard item.accessibility != .whenPasscodeSetThisDeviceOnly else { throw .unsupported(.accessibility) }
  }

  private func checkDistinct(
    _ new: [ItemEnvelope], replacing old: [Stored], in collection: String
  ) async throws(KeychainError) {
    let before = Set(old.map(\.envelope.key))
    let after = Set(new.map(\.key))
    guard after.count == new.count else { throw .duplicate }
    guard old.allSatisfy({ $0.copies.isEmpty }) else { throw .corrupt(.items) }
    for key in after.subtracting(before) where try await single(key, in: collection) != nil {
      throw .duplicate
    }
  }

  /// Writes items one after the other, and the old ones again when one cannot be written.
  private func write(
    _ new: [ItemEnvelope], over old: [Stored], in collection: String
  ) async throws(KeychainError) {
    for (index, envelope) in new.enumerated() {
      do throws(KeychainError) {
        try await write(envelope, over: old[index], in: collection)
      } catch {
        for done in (0...index).reversed() {
          let now = try? await single(new[done].key, in: collection)
          try? await write(old[done].envelope, over: now, in: collection)
        }
        throw error
      }
    }
  }

  /// Writes an item, reads it back, and only then deletes what it replaces under another name.
  private func write(
    _ envelope: ItemEnvelope, over existing: Stored?, in collection: String
  ) async throws(KeychainError) {
    let lookup: ItemLookup
    if let existing {
      lookup = existing.lookup
    } else if let first = try await lookups(in: collection, creating: false).first {
      lookup = first
    } else {
      throw .unavailable(.secretService)
    }
    let line = envelope.line()
    let path = try await client.create(
      lookup.attributes(of: envelope), label: lookup.label(of: envelope), secret: line, in: collection,
      replacing: true)
    guard try await client.secrets([path])[path] == line else {
      try await takeBack(path, existing, in: collection)
      throw .corrupt(.item)
    }
    if let existing, existing.path != path { try await client.delete(existing.path) }
  }

  /// Undoes a write that did not arrive as it was sent: nobody could read what stands there now.
  private func takeBack(
    _ path: String, _ existing: Stored?, in collection: String
  ) async throws(KeychainError) {
    guard let existing, existing.path == path else { return try await client.delete(path) }
    _ = try await client.create(
      existing.lookup.attributes(of: existing.envelope), label: existing.lookup.label(of: existing.envelope),
      secret: existing.envelope.line(), in: collection, replacing: true)
  }
}

extension SecretServiceKeychain {
  /// What can be said about the service and its collection.
  ///
  /// - Parameter dataFolder: The folder of the person's programs' data, where gnome-keyring has its files; `nil` for the
  ///   one that `XDG_DATA_HOME` or `HOME` names.
  /// - Returns: The status.
  /// - Throws: `KeychainError.unavailable(_:)` when there is no service or no collection.
  public func status(dataFolder: String? = nil) async throws(KeychainError) -> SecretServiceStatus {
    let collection = try await client.collection()
    let isLocked = try await client.isLocked(collection)
    let encryption = Self.encryption(of: collection, in: dataFolder)
    guard !isLocked else {
      return SecretServiceStatus(
        isLocked: true, encryption: encryption, items: nil, duplicates: nil, foreignItems: nil)
    }
    var (items, duplicates) = (0, 0)
    for itemClass in ItemClass.allCases where itemClass != .identity {
      let query = ItemQuery(itemClass, synchronizable: .any, limit: .all)
      let found = try await matches(ItemMatcher(query, options.accessGroups), in: collection)
      items += found.count
      duplicates += found.count { !$0.copies.isEmpty }
    }
    return SecretServiceStatus(
      isLocked: false, encryption: encryption, items: items, duplicates: duplicates,
      foreignItems: try await client.foreignItemCount(of: collection))
  }

  private static func encryption(
    of collection: String, in dataFolder: String?
  ) -> SecretServiceStatus.Encryption {
    let environment = ProcessInfo.processInfo.environment
    let folder =
      dataFolder ?? environment["XDG_DATA_HOME"] ?? environment["HOME"].map { $0 + "/.local/share" } ?? ""
    guard let name = collection.split(separator: "/").last, !folder.isEmpty else { return .unknown }
    let path = folder + "/keyrings/\(name).keyring"
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return .unknown }
    defer { _ = close(file) }
    var start = [UInt8](repeating: 0, count: 12)
    guard unsafe read(file, &start, start.count) > 0 else { return .unknown }  // because it has so many bytes
    if start.starts(with: "GnomeKeyring".utf8) { return .encrypted }
    return start.starts(with: "[keyring]".utf8) ? .plainText : .unknown
  }
}
