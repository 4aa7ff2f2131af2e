import OmamoriCore
@testable import OmamoriKeychain
@testable import OmamoriKeychainFile
import Testing

/// The layouts that the services in circulation have left behind: no service name at first, then a versioned name, then
/// a token that only a person's proof releases.
private enum Layouts {
  static let token = Keychain.Key<String>("auth_token")
  static let tokenV1 = Keychain.Key<String>("auth_token_v1", accessibility: .whenUnlockedThisDeviceOnly)
  static let tokenV2 = Keychain.Key<String>(
    "auth_token_v2", accessControl: AccessControl(.whenPasscodeSetThisDeviceOnly, .devicePasscode))

  /// Into the service, and bound to this device.
  static let toV1 = KeychainMigration.Step { step throws(KeychainError) in
    let old = ItemQuery(.genericPassword, [.account: .text("auth_token"), .service: .text("")])
    let changes = ItemChanges(
      attributes: [.account: .text(tokenV1.name), .service: .text("app")],
      accessibility: .whenUnlockedThisDeviceOnly)
    _ = try step.step.update(old, changes)
  }

  /// Behind a proof.
  static let toV2 = KeychainMigration.Step { step throws(KeychainError) in
    guard let token = try step.value(for: tokenV1) else { return }
    try step.set(token, for: tokenV2)
    try step.remove(tokenV1)
  }

  static let all = [toV1, toV2]
}

/// A store whose transactions see writes that did not arrive as they were sent.
private struct Forgetful: KeychainBackend {
  let memory: MemoryKeychain
  var capabilities: KeychainCapabilities { memory.capabilities }
  func lockState() async -> KeychainLockState { await memory.lockState() }
  func changes() throws(KeychainError) -> KeychainChanges { try memory.changes() }
  func put(_ item: NewItem, if condition: PutCondition, access: ItemAccess) async throws(KeychainError)
    -> KeychainItem?
  {
    try await memory.put(item, if: condition, access: access)
  }
  func find(_ query: ItemQuery, withSecrets: Bool, access: ItemAccess) async throws(KeychainError)
    -> [KeychainItem]
  {
    try await memory.find(query, withSecrets: withSecrets, access: access)
  }
  func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int { try await memory.update(query, changes, access: access) }
  func remove(_ query: ItemQuery) async throws(KeychainError) -> Int { try await memory.remove(query) }

  func transaction<Outcome: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Outcome
  ) async throws(KeychainError) -> Outcome {
    try await memory.transaction { step throws(KeychainError) in try body(Step(step: step)) }
  }

  struct Step: KeychainTransaction {
    let step: any KeychainTransaction
    func put(_ item: NewItem, if condition: PutCondition) throws(KeychainError) -> KeychainItem? {
      var item = item
      if item.attributes.text(.account) == "forget" {
        item.secret = SharedSecretBytes(SecretBytes(copying: [0]))
      }
      return try step.put(item, if: condition)
    }
    func find(_ query: ItemQuery, withSecrets: Bool) throws(KeychainError) -> [KeychainItem] {
      try step.find(query, withSecrets: withSecrets)
    }
    func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) -> Int {
      try step.update(query, changes)
    }
    func remove(_ query: ItemQuery) throws(KeychainError) -> Int { try step.remove(query) }
  }
}

@Suite struct KeychainMigrationTests {
  let memory = MemoryKeychain()
  var keychain: Keychain { Keychain(service: "app", backend: memory) }
  private let passcode = SharedSecretBytes(SecretBytes(copying: Array("1234".utf8)))

  init() { memory.setPasscode(passcode) }

  @discardableResult
  private func storeV0() async throws -> KeychainItem {
    try await memory.add(
      NewItem(
        .genericPassword, [.account: .text("auth_token")],
        secret: SharedSecretBytes(SecretBytes(copying: Array("token".utf8)))))
  }

  /// Everything in the store but the migration's own items, in a form that can be compared.
  private func contents() async throws -> [String] {
    let items = try await memory.find(
      ItemQuery(.genericPassword, synchronizable: .any, limit: .all), withSecrets: true,
      access: ItemAccess(passphrase: passcode))
    return items.filter { $0.attributes.flag(.isInvisible) != true }.map { item in
      let secret = item.secret?.withBytes {
        unsafe $0.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
      }
      let names = [item.attributes.text(.service) ?? "", item.attributes.text(.account) ?? ""]
      return (names + [item.accessibility.rawValue, secret ?? ""]).joined(separator: "|")
    }.sorted()
  }

  private func hiddenCount() async throws -> Int {
    try await memory.find(ItemQuery(.genericPassword, [.isInvisible: .flag(true)], limit: .all)).count
  }

  @Test func leadsThroughAllLayouts() async throws {
    try await storeV0()
    let migration = KeychainMigration(keychain, steps: Layouts.all)
    #expect(try await migration.layout() == 0)
    let outcome = try await migration.run()
    #expect(outcome == KeychainMigration.Outcome(from: 0, to: 2, changedCount: 3))
    #expect(try await migration.layout() == 2)
    #expect(try await contents() == ["app|auth_token_v2|akpu|token"])
    #expect(try await keychain.keys() == ["auth_token_v2"])
    await #expect(throws: KeychainError.denied) { _ = try await keychain.value(for: Layouts.tokenV2) }
    let access = ItemAccess(passphrase: passcode)
    #expect(try await keychain.value(for: Layouts.tokenV2, access: access) == "token")
  }

  @Test func oneLayoutAtATime() async throws {
    let before = try await storeV0()
    try await KeychainMigration(keychain, steps: [Layouts.toV1]).run()
    #expect(try await contents() == ["app|auth_token_v1|aku|token"])
    #expect(try await keychain.items().first?.reference == before.reference)
    let second = try await KeychainMigration(keychain, steps: Layouts.all).run()
    #expect(second == KeychainMigration.Outcome(from: 1, to: 2, changedCount: 2))
    #expect(try await KeychainMigration(keychain, steps: Layouts.all).revert() == 0)
    #expect(try await contents() == ["|auth_token|ak|token"])
  }

  @Test func aSecondRunHasNothingToDo() async throws {
    try await storeV0()
    let migration = KeychainMigration(keychain, steps: Layouts.all)
    try await migration.run()
    let contents = try await contents()
    #expect(try await migration.run() == KeychainMigration.Outcome(from: 2, to: 2, changedCount: 0))
    #expect(try await self.contents() == contents)
  }

  @Test func manyAtATimeMigrateOnce() async throws {
    try await storeV0()
    let migration = KeychainMigration(keychain, steps: Layouts.all)
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<6 { group.addTask { try await migration.run().changedCount } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.sorted() == [0, 0, 0, 0, 0, 3])
  }

  @Test func anEmptyStoreGoesThroughAllSteps() async throws {
    let migration = KeychainMigration(keychain, steps: Layouts.all)
    #expect(try await migration.run().changedCount == 0)
    #expect(try await migration.layout() == 2)
    #expect(try await contents().isEmpty)
  }

  @Test(arguments: 0..<3)
  func aStepThatFailsChangesNothing(_ failing: Int) async throws {
    try await storeV0()
    let before = try await contents()
    var steps = Layouts.all
    steps.insert(
      KeychainMigration.Step { step throws(KeychainError) in
        try step.set("half done", for: Layouts.token)
        throw .contended
      }, at: failing)
    await #expect(throws: KeychainError.contended) {
      try await KeychainMigration(keychain, steps: steps).run()
    }
    #expect(try await contents() == before)
    #expect(try await hiddenCount() == 0)
    #expect(try await KeychainMigration(keychain, steps: Layouts.all).layout() == 0)
    try await KeychainMigration(keychain, steps: Layouts.all).run()
    #expect(try await contents() == ["app|auth_token_v2|akpu|token"])
  }

  @Test(arguments: [KeychainLockState.locked, .beforeFirstUnlock, .unavailable])
  func refusesAStoreThatCannotBeRead(_ state: KeychainLockState) async throws {
    try await storeV0()
    let migration = KeychainMigration(keychain, steps: Layouts.all)
    memory.setLockState(state)
    let error: KeychainError = state == .unavailable ? .unavailable(.store) : .locked
    await #expect(throws: error) { try await migration.run() }
    await #expect(throws: error) { _ = try await migration.layout() }
    await #expect(throws: error) { try await migration.commit() }
    await #expect(throws: error) { try await migration.revert() }
    memory.setLockState(.unlocked)
    #expect(try await contents() == ["|auth_token|ak|token"])
    #expect(try await migration.layout() == 0)
  }

  @Test func bringsEverythingBack() async throws {
    let before = try await storeV0()
    try await keychain.set("x", for: Keychain.Key<String>("changed", label: "Label"))
    try await keychain.set("y", for: Keychain.Key<String>("removed", isSynchronizable: true))
    let contents = try await contents()
    let added = Keychain.Key<String>("added")
    let migration = KeychainMigration(
      keychain,
      steps: Layouts.all + [
        KeychainMigration.Step { step throws(KeychainError) in
          try step.set("X", for: Keychain.Key<String>("changed", isSynchronizable: true))
          try step.remove(Keychain.Key<String>("removed"))
          try step.set("z", for: added)
          try step.rename(added, to: "renamed")
        }
      ])
    try await migration.run()
    #expect(try await self.contents() != contents)
    #expect(try await migration.revert() == 0)
    #expect(try await self.contents() == contents)
    #expect(try await migration.layout() == 0)
    #expect(try await hiddenCount() == 1)
    let old = try #require(
      try await memory.find(ItemQuery(.genericPassword, [.account: .text("auth_token")])).first)
    #expect(old.attributes.text(.label) == before.attributes.text(.label))
    let labelled = ItemQuery(.genericPassword, [.label: .text("Label")])
    #expect(try await memory.find(labelled).count == 1)
    try await migration.run()
    #expect(try await migration.layout() == 3)
  }

  @Test func keepsWhatWasUntilCommitted() async throws {
    try await storeV0()
    let migration = KeychainMigration(keychain, steps: Layouts.all)
    try await migration.run()
    #expect(try await hiddenCount() > 1)
    #expect(try await migration.commit() == 3)
    #expect(try await hiddenCount() == 1)
    #expect(try await migration.commit() == 0)
    #expect(try await migration.revert() == 2)
    #expect(try await contents() == ["app|auth_token_v2|akpu|token"])
  }

  @Test(arguments: [true, false])
  func neverGoesBehindALayoutThatItCannotBringBack(commits: Bool) async throws {
    // A fresh store, in which nothing had to be changed.
    let migration = KeychainMigration(keychain, steps: Layouts.all)
    try await migration.run()
    if commits { #expect(try await migration.commit() == 0) }
    try await keychain.set("new", for: Layouts.tokenV1)
    if commits { #expect(try await migration.revert() == 2) }
    let step = KeychainMigration.Step { step throws(KeychainError) in
      try step.set("newer", for: Layouts.tokenV1)
    }
    let next = KeychainMigration(keychain, steps: Layouts.all + [step])
    #expect(try await next.run().from == 2)
    #expect(try await next.revert() == 2)
    #expect(try await keychain.value(for: Layouts.tokenV1) == "new")
  }

  @Test func refusesANewerLayout() async throws {
    try await KeychainMigration(keychain, steps: Layouts.all).run()
    await #expect(throws: KeychainError.newerFormat(version: 2)) {
      try await KeychainMigration(keychain, steps: [Layouts.toV1]).run()
    }
  }

  @Test func noticesWhatWasNotWritten() async throws {
    let forgetful = Keychain(service: "app", backend: Forgetful(memory: memory))
    try await keychain.set("kept", for: Keychain.Key<String>("forget"))
    let migration = KeychainMigration(
      forgetful,
      steps: [
        KeychainMigration.Step { _ throws(KeychainError) in },
        KeychainMigration.Step { step throws(KeychainError) in
          try step.set("new", for: Keychain.Key<String>("forget"))
        },
      ])
    await #expect(throws: KeychainError.migrationFailed(step: 2)) { try await migration.run() }
    #expect(try await keychain.value(for: Keychain.Key<String>("forget")) == "kept")
    #expect(try await migration.layout() == 0)
  }

  @Test func aDamagedRecordIsSaid() async throws {
    let migration = KeychainMigration(keychain, steps: Layouts.all)
    try await migration.run()
    let record = ItemQuery(.genericPassword, [.isInvisible: .flag(true)])
    let garbage = ItemChanges(secret: SharedSecretBytes(SecretBytes(copying: Array("{}".utf8))))
    _ = try await memory.update(record, garbage, access: .none)
    await #expect(throws: KeychainError.corrupt(.item)) { try await migration.run() }
    await #expect(throws: KeychainError.corrupt(.item)) { _ = try await migration.layout() }
  }

  @Test func itemsOfEveryClassComeBack() async throws {
    for itemClass in ItemClass.allCases where itemClass != .identity {
      var attributes = ItemAttributes()
      for attribute in itemClass.attributes where !attribute.isSetByStore {
        switch attribute.kind {
        case .text: attributes[attribute] = .text("text \u{0}é")
        case .data: attributes[attribute] = .data(Data([0, 255]))
        case .number: attributes[attribute] = .number(.min)
        case .flag: attributes[attribute] = .flag(true)
        case .date: attributes[attribute] = .date(Date(timeIntervalSince1970: 1.5))
        }
      }
      _ = try await memory.add(
        NewItem(itemClass, attributes, secret: passcode, accessibility: .afterFirstUnlock))
      let all = ItemQuery(itemClass, limit: .all)
      let migration = KeychainMigration(
        Keychain(service: "all \(itemClass)", backend: memory),
        steps: [KeychainMigration.Step { step throws(KeychainError) in _ = try step.step.remove(all) }])
      #expect(try await migration.run().changedCount > 0)
      #expect(try await migration.revert() == 0)
      let visible = try await memory.find(all, withSecrets: true).filter {
        $0.attributes.text(.service)?.hasPrefix("dev.omamori") != true
      }
      let item = try #require(visible.first)
      #expect(NewItem(item).attributes == attributes)
      #expect(item.secret == passcode)
      #expect(item.accessibility == .afterFirstUnlock)
      if itemClass == .genericPassword { _ = try await memory.remove(all) }
    }
  }
}
