import OmamoriCore
import OmamoriDBus
import OmamoriKeychain

/// Speaks with a Secret Service: collections, searches, secrets.
///
/// Secrets cross the bus in the session that the specification calls plain. The bus is a socket that only the person's
/// own processes can open, and each of these can ask the service for the secrets itself: encrypting them with a key
/// agreed on over the same unauthenticated bus would keep nothing from anybody. Safe to use from any thread.
///
/// Source: <https://specifications.freedesktop.org/secret-service/latest/>.
final class SecretServiceClient: Sendable {
  private static let service = "org.freedesktop.secrets"
  private static let root = "/org/freedesktop/secrets"
  private static let interfaces = "org.freedesktop.Secret."
  /// Owned by whoever writes, so that programs with this toolkit take turns.
  private static let turn = "org.omamori.SecretServiceTurn"
  /// What services answer about an object that they do not have.
  private static let namesOfGone: Set = [
    "org.freedesktop.Secret.Error.NoSuchObject", "org.freedesktop.DBus.Error.UnknownObject",
    "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface",
  ]
  /// How many secrets are read with one call.
  private static let batch = 16

  /// The items that a search found.
  struct Found {
    var unlocked: [String] = []
    var locked: [String] = []
  }

  private struct State {
    var connection: BusConnection?
    var session: String?
  }

  private let options: SecretServiceOptions
  private let state = Protected(State())
  private let gate = SerialGate()

  init(_ options: SecretServiceOptions) { self.options = options }

  // MARK: Collections

  /// The collection that is used, unlocked where that needs nobody's password.
  ///
  /// A collection with an empty password is locked when the service starts, and unlocked for whoever asks.
  ///
  /// - Throws: `KeychainError.unavailable(_:)` when there is neither the one that was asked for nor `login`.
  func collection() async throws(KeychainError) -> String {
    let path = try await findCollection()
    guard try await isLocked(path) else { return path }
    let answer = try await call(Self.root, "Service", "Unlock", [.array(of: "o", [.path(path)])])
    guard answer.count == 2, let prompt = answer[1].objectPath else { throw .unavailable(.secretService) }
    if prompt != "/" { _ = try await call(prompt, "Prompt", "Dismiss", []) }
    return path
  }

  private func findCollection() async throws(KeychainError) -> String {
    let answer = try await call(Self.root, "Service", "ReadAlias", [.string(options.collection)])
    guard let path = answer.first?.objectPath else { throw .unavailable(.secretService) }
    if path != "/" { return path }
    guard options.collection == "default" else { throw .unavailable(.secretService) }
    let login = Self.root + "/collection/login"
    let all = try await property(Self.root, "Service", "Collections").objectPaths
    guard all?.contains(login) == true else { throw .unavailable(.secretService) }
    return login
  }

  /// Whether a collection is locked.
  func isLocked(_ collection: String) async throws(KeychainError) -> Bool {
    guard let locked = try await property(collection, "Collection", "Locked").boolValue else {
      throw .unavailable(.secretService)
    }
    return locked
  }

  // MARK: Items

  /// How many items a collection has of programs that do not use this toolkit.
  func foreignItemCount(of collection: String) async throws(KeychainError) -> Int {
    guard let all = try await property(collection, "Collection", "Items").objectPaths else {
      throw .unavailable(.secretService)
    }
    var own: Set<String> = []
    for schema in [ItemLookup.itemSchema, ItemLookup.namesSchema, ItemLookup.slotSchema] {
      let found = try await search([ItemLookup.schema: schema], in: collection)
      own.formUnion(found.unlocked + found.locked)
    }
    return Set(all).subtracting(own).count
  }

  /// The items of a collection that have these attributes.
  func search(_ attributes: [String: String], in collection: String) async throws(KeychainError) -> Found {
    let arguments = [BusValue.dictionary(BusDictionary(strings: attributes))]
    let answer = try await call(Self.root, "Service", "SearchItems", arguments)
    guard answer.count == 2, let unlocked = answer[0].objectPaths, let locked = answer[1].objectPaths else {
      throw .unavailable(.secretService)
    }
    let isInside = { (path: String) in path.hasPrefix(collection + "/") }
    return Found(unlocked: unlocked.filter(isInside), locked: locked.filter(isInside))
  }

  /// The secrets of items; those that are gone meanwhile are missing.
  ///
  /// - Throws: `KeychainError.locked` when one is locked.
  func secrets(_ items: [String]) async throws(KeychainError) -> [String: SharedSecretBytes] {
    var result: [String: SharedSecretBytes] = [:]
    for start in stride(from: 0, to: items.count, by: Self.batch) {
      let some = items[start..<min(start + Self.batch, items.count)].map(BusValue.path)
      let answer = try await withSession { session throws(KeychainError) in
        try await self.call(
          Self.root, "Service", "GetSecrets", [.array(of: "o", some), .path(session)], isSensitive: true)
      }
      guard let entries = answer.first?.dictionaryValue?.entries else { throw .unavailable(.secretService) }
      for entry in entries {
        guard let path = entry.key.objectPath, let parts = entry.value.elements, parts.count == 4,
          let secret = parts[2].secretBytes
        else { throw .unavailable(.secretService) }
        result[path] = secret
      }
    }
    // A service leaves out what was locked since the search, which must not look like something that is gone.
    for item in items where result[item] == nil { try await requireGone(item) }
    return result
  }

  private func requireGone(_ item: String) async throws(KeychainError) {
    let call = BusCall.property(Self.service, item, Self.interfaces + "Item", "Locked")
    let isLocked: Bool?
    do throws(BusError) {
      isLocked = try await connection().call(call, timeout: options.timeout).first?.variantValue?.boolValue
    } catch {
      if case .refused(let name) = error, Self.namesOfGone.contains(name) { return }
      throw KeychainError(error)
    }
    throw isLocked == true ? .locked : .unavailable(.secretService)
  }

  /// Stores an item in one step, in place of the one with exactly these attributes when it is to be replaced.
  ///
  /// - Returns: The item.
  /// - Throws: `KeychainError.locked` when the service would have to ask the person.
  func create(
    _ attributes: [String: String], label: String, secret: SharedSecretBytes, in collection: String,
    replacing: Bool
  ) async throws(KeychainError) -> String {
    let properties = BusDictionary(variants: [
      Self.interfaces + "Item.Label": .string(label),
      Self.interfaces + "Item.Attributes": .dictionary(BusDictionary(strings: attributes)),
    ])
    let answer = try await withSession { session throws(KeychainError) in
      let value = BusValue.structure([
        .path(session), .bytes([]), .secret(secret), .string("text/plain"),
      ])
      return try await self.call(
        collection, "Collection", "CreateItem", [.dictionary(properties), value, .bool(replacing)],
        isSensitive: true)
    }
    guard answer.count == 2, let item = answer[0].objectPath, let prompt = answer[1].objectPath else {
      throw .unavailable(.secretService)
    }
    try await refuse(prompt)
    guard item.hasPrefix(collection + "/") else { throw .unavailable(.secretService) }
    return item
  }

  /// Deletes an item; one that is gone is fine.
  func delete(_ item: String) async throws(KeychainError) {
    let answer: [BusValue]
    do throws(BusError) {
      answer = try await send(item, Self.interfaces + "Item", "Delete", [])
    } catch {
      if case .refused(let name) = error, Self.namesOfGone.contains(name) { return }
      throw KeychainError(error)
    }
    guard let prompt = answer.first?.objectPath else { throw .unavailable(.secretService) }
    try await refuse(prompt)
  }

  /// When an item was made, in whole seconds since 1970.
  func created(_ item: String) async throws(KeychainError) -> UInt64 {
    try await property(item, "Item", "Created").unsigned ?? 0
  }

  // MARK: Turns

  /// Does something while no other task, and no other process that asks for its turn on this bus, does.
  ///
  /// Programs that write to the collection without asking are not kept from it. Once it has begun it is done to its end,
  /// also when the caller is cancelled: an item must not be left between two of its calls.
  ///
  /// - Throws: What `body` throws, `KeychainError.busy` and `KeychainError.cancelled`.
  func inTurn<Result: Sendable>(
    _ body: @escaping @Sendable () async throws(KeychainError) -> Result
  ) async throws(KeychainError) -> Result {
    await gate.enter()
    defer { gate.leave() }
    try await takeTurn()
    let task = Task { () -> Swift.Result<Result, KeychainError> in
      do throws(KeychainError) { return .success(try await body()) } catch { return .failure(error) }
    }
    let outcome = await task.value
    await giveTurnBack()
    return try outcome.get()
  }

  private func takeTurn() async throws(KeychainError) {
    let deadline = ContinuousClock.now + options.timeout
    var pause = Duration.milliseconds(1)
    while true {
      // 4: do not queue. The answers are 1, the name is ours now, and 4, it was already.
      let request = BusCall.bus("RequestName", [.string(Self.turn), .uint32(4)])
      let answer = try await onBus { connection throws(BusError) in
        try await connection.call(request, timeout: self.options.timeout)
      }
      if let code = answer.first?.unsigned, code == 1 || code == 4 { return }
      guard ContinuousClock.now < deadline else { throw .busy }
      do { try await Task.sleep(for: pause) } catch { throw .cancelled }
      pause = min(pause * 2, .milliseconds(20))
    }
  }

  private func giveTurnBack() async {
    let connection = state.withLock { $0.connection }
    // Not cancelled with its caller; when it fails the connection is gone, and the turn with it.
    let task = Task { try? await connection?.call(.bus("ReleaseName", [.string(Self.turn)])) }
    _ = await task.value
  }

  // MARK: Calls

  /// Nobody is asked here: a prompt is dismissed, and what needs it counts as locked.
  private func refuse(_ prompt: String) async throws(KeychainError) {
    guard prompt != "/" else { return }
    _ = try await call(prompt, "Prompt", "Dismiss", [])
    throw .locked
  }

  private func withSession(
    _ body: (_ session: String) async throws(KeychainError) -> [BusValue]
  ) async throws(KeychainError) -> [BusValue] {
    let known = state.withLock { $0.session }
    if let known {
      // A service that was started again does not know the session.
      do throws(KeychainError) { return try await body(known) } catch .unavailable(.secretService) {}
    }
    let answer = try await call(
      Self.root, "Service", "OpenSession", [.string("plain"), .variant(.string(""))])
    guard answer.count == 2, let session = answer[1].objectPath else { throw .unavailable(.secretService) }
    state.withLock { $0.session = session }
    return try await body(session)
  }

  private func property(
    _ path: String, _ interface: String, _ name: String
  ) async throws(KeychainError) -> BusValue {
    let call = BusCall.property(Self.service, path, Self.interfaces + interface, name)
    let answer = try await onBus { connection throws(BusError) in
      try await connection.call(call, timeout: self.options.timeout)
    }
    guard let value = answer.first?.variantValue else { throw .unavailable(.secretService) }
    return value
  }

  private func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue], isSensitive: Bool = false
  ) async throws(KeychainError) -> [BusValue] {
    do throws(BusError) {
      return try await send(
        path, Self.interfaces + interface, member, arguments, isSensitive: isSensitive)
    } catch {
      throw KeychainError(error)
    }
  }

  private func send(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue], isSensitive: Bool = false
  ) async throws(BusError) -> [BusValue] {
    let call = BusCall(Self.service, path, interface, member, arguments, isSensitive: isSensitive)
    let connection = try await connection()
    do throws(BusError) {
      return try await connection.call(call, timeout: options.timeout)
    } catch {
      if error == .disconnected { forget(connection) }
      throw error
    }
  }

  private func onBus(
    _ body: (BusConnection) async throws(BusError) -> [BusValue]
  ) async throws(KeychainError) -> [BusValue] {
    do throws(BusError) {
      let connection = try await connection()
      do throws(BusError) { return try await body(connection) } catch {
        if error == .disconnected { forget(connection) }
        throw error
      }
    } catch {
      throw KeychainError(error)
    }
  }

  /// The connection; a new one when there is none.
  private func connection() async throws(BusError) -> BusConnection {
    if let connection = state.withLock({ $0.connection }) { return connection }
    let address = options.busAddress.map(BusAddress.address) ?? .session
    let made = try await BusConnection.open(address)
    return state.withLock { state in
      // Another task may have been faster; its connection may have sessions already.
      if let connection = state.connection { return connection }
      (state.connection, state.session) = (made, nil)
      return made
    }
  }

  private func forget(_ connection: BusConnection) {
    state.withLock { state in
      if state.connection === connection { (state.connection, state.session) = (nil, nil) }
    }
  }
}

extension KeychainError {
  /// What an error on the bus means for a keychain that needs the Secret Service.
  init(_ error: BusError) {
    switch error {
    case .libraryMissing, .unreachable: self = .unavailable(.sessionBus)
    case .disconnected, .timedOut, .malformed: self = .unavailable(.secretService)
    case .cancelled: self = .cancelled
    case .outOfResources: self = .busy
    case .invalidArgument: self = .backend(code: 22)
    case .refused("org.freedesktop.Secret.Error.IsLocked"): self = .locked
    case .refused("org.freedesktop.DBus.Error.AccessDenied"): self = .denied
    case .refused: self = .unavailable(.secretService)
    }
  }
}
