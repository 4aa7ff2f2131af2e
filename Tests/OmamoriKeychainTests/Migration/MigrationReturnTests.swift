import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

/// The way back from a migration, when the program changed or removed items meanwhile.
@Suite struct MigrationReturnTests {
  private static let old = Keychain.Key<String>("token")
  private static let new = Keychain.Key<String>("token-2")
  private static let other = Keychain.Key<String>("other")

  /// Another name for the token, in an item of its own.
  private static let copying = KeychainMigration.Step { step throws(KeychainError) in
    guard let token = try step.value(for: old) else { return }
    try step.set(token, for: new)
    try step.remove(old)
  }
  /// Another name for the same item.
  private static let renaming = KeychainMigration.Step { step throws(KeychainError) in
    try step.rename(old, to: new.name)
  }
  /// Touches an item that has nothing to do with the token.
  private static let marking = KeychainMigration.Step { step throws(KeychainError) in
    guard let value = try step.value(for: other) else { return }
    try step.set(value + "!", for: other)
  }

  private let memory = MemoryKeychain()
  private var keychain: Keychain { Keychain(service: "app", backend: memory) }

  private func migrated(_ steps: [KeychainMigration.Step]) async throws -> KeychainMigration {
    try await keychain.set("V0", for: Self.old)
    try await keychain.set("other", for: Self.other)
    let migration = KeychainMigration(keychain, steps: steps)
    try await migration.run()
    return migration
  }

  /// The secrets of everything in the store that a person does not see.
  private func hiddenSecrets() async throws -> [String] {
    let query = ItemQuery(.genericPassword, [.isInvisible: .flag(true)], synchronizable: .any, limit: .all)
    return try await memory.find(query, withSecrets: true).map { item in
      let bytes = item.secret?.withBytes { unsafe $0.withUnsafeBytes { unsafe Array($0) } }
      return String(decoding: bytes ?? [], as: UTF8.self)
    }
  }

  @Test(arguments: [true, false])
  func aRemovedSecretAndItsCopyAreGoneAfterTheNextCall(reverts: Bool) async throws {
    for step in [Self.copying, Self.renaming] {
      let migration = try await migrated([step])
      #expect(try await hiddenSecrets().contains("V0"))
      try await keychain.removeAll()
      if reverts { #expect(try await migration.revert() == 1) } else { try await migration.run() }
      #expect(try await !hiddenSecrets().contains("V0"))
      #expect(try await migration.revert() == 1)
      #expect(try await migration.revert(discardingChanges: true) == 1)
      #expect(try await keychain.items().isEmpty)
      #expect(try await migration.layout() == 1)
      _ = try await memory.remove(
        ItemQuery(.genericPassword, [.isInvisible: .flag(true)], synchronizable: .any, limit: .all))
    }
  }

  @Test(arguments: [true, false])
  func aRemovedSecretAndItsCopyGoInOneStep(isWholeService: Bool) async throws {
    for step in [Self.copying, Self.renaming] {
      let migration = try await migrated([step])
      if isWholeService { try await keychain.removeAll() } else { try await keychain.remove(Self.new) }
      #expect(try await hiddenSecrets().count == 1)
      #expect(try await !hiddenSecrets().contains("V0"))
      #expect(try await migration.revert() == 1)
      #expect(try await keychain.value(for: Self.old) == nil)
      _ = try await memory.remove(
        ItemQuery(.genericPassword, [.isInvisible: .flag(true)], synchronizable: .any, limit: .all))
    }
  }

  @Test func whatNoStepTouchedCanBeRemovedAndTheWayBackStays() async throws {
    let migration = try await migrated([Self.copying])
    #expect(try await keychain.remove(Self.other))
    #expect(try await migration.revert() == 0)
    #expect(try await keychain.value(for: Self.old) == "V0")
  }

  @Test func oneRemovedItemEndsTheWayBack() async throws {
    let migration = try await migrated([Self.copying, Self.marking])
    #expect(try await keychain.remove(Self.new))
    #expect(try await migration.revert(discardingChanges: true) == 2)
    #expect(try await keychain.value(for: Self.old) == nil)
    #expect(try await keychain.value(for: Self.other) == "other!")
    #expect(try await hiddenSecrets().count == 1)
  }

  @Test func aRemovedItemThatWasStoredAgainIsNotReplacedByTheOldOne() async throws {
    let migration = try await migrated([Self.renaming])
    try await keychain.removeAll()
    try await keychain.set("of the next login", for: Self.new)
    #expect(try await migration.revert() == 1)
    #expect(try await keychain.value(for: Self.new) == "of the next login")
    #expect(try await keychain.value(for: Self.old) == nil)
  }

  @Test func aNewerValueIsNotDroppedWithoutAWord() async throws {
    for step in [Self.copying, Self.renaming] {
      let migration = try await migrated([step])
      #expect(try await migration.changedItems().isEmpty)
      try await keychain.set("CHANGED", for: Self.new)
      await #expect(throws: KeychainError.contended) { try await migration.revert() }
      #expect(try await migration.changedItems().map { $0.attributes.text(.account) } == [Self.new.name])
      #expect(try await keychain.value(for: Self.new) == "CHANGED")
      #expect(try await migration.layout() == 1)
      #expect(try await migration.revert(discardingChanges: true) == 0)
      #expect(try await keychain.value(for: Self.old) == "V0")
      #expect(try await migration.changedItems().isEmpty)
      try await keychain.removeAll()
    }
  }

  @Test func anItemThatTookTheOldNameIsNotOverwritten() async throws {
    let migration = try await migrated([Self.copying])
    try await keychain.set("stored since", for: Self.old)
    await #expect(throws: KeychainError.contended) { try await migration.revert() }
    #expect(try await migration.changedItems().map { $0.attributes.text(.account) } == [Self.old.name])
    #expect(try await keychain.value(for: Self.old) == "stored since")
  }

  @Test func itemsThatNoStepTouchedDoNotBarTheWayBack() async throws {
    let migration = try await migrated([Self.copying])
    try await keychain.set("changed", for: Self.other)
    try await keychain.set("added", for: Keychain.Key<String>("added"))
    #expect(try await migration.revert() == 0)
    #expect(try await keychain.value(for: Self.old) == "V0")
    #expect(try await keychain.value(for: Self.other) == "changed")
    #expect(try await keychain.value(for: Keychain.Key<String>("added")) == "added")
  }

  @Test func aLaterRunLeadsBackToWhatWasStoredBetween() async throws {
    _ = try await migrated([Self.renaming])
    try await keychain.set("CHANGED", for: Self.new)
    let next = KeychainMigration(
      keychain,
      steps: [
        Self.renaming,
        KeychainMigration.Step { step throws(KeychainError) in try step.rename(Self.new, to: "token-3") },
      ])
    try await next.run()
    #expect(try await !hiddenSecrets().contains("V0"))
    #expect(try await next.revert() == 1)
    #expect(try await keychain.value(for: Self.new) == "CHANGED")
  }

  @Test func runsAgainAreNotTakenForChanges() async throws {
    let first = try await migrated([Self.renaming])
    try await first.run()
    let next = KeychainMigration(keychain, steps: [Self.renaming, Self.marking])
    try await next.run()
    #expect(try await next.changedItems().isEmpty)
    #expect(try await next.revert() == 0)
    #expect(try await keychain.value(for: Self.old) == "V0")
    #expect(try await keychain.value(for: Self.other) == "other")
  }
}
