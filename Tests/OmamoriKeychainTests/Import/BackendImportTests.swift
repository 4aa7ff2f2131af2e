import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@Suite struct BackendImportTests {
  private let keychain = MemoryKeychain()

  private func password(_ account: String, _ service: String = "", _ secret: String = "s") -> NewItem {
    NewItem(
      .genericPassword, [.account: .text(account), .service: .text(service)], secret: shared(secret))
  }

  @Test func allItemsComeOverOrAreNoted() async throws {
    keychain.setPasscode(shared("1"))
    var synchronized = password("sync", "a")
    synchronized.isSynchronizable = true
    var bound = password("bound", "a")
    bound.accessibility = .whenUnlockedThisDeviceOnly
    var guarded = password("guarded", "a")
    guarded.accessControl = AccessControl(.whenUnlocked, .devicePasscode)
    let web = NewItem(.internetPassword, [.server: .text("h"), .port: .number(1)], secret: shared("w"))
    for item in [password("one", "a"), synchronized, bound, guarded, web] {
      _ = try await keychain.put(item, if: .absent, access: ItemAccess(passphrase: shared("1")))
    }
    let all = try await BackendImporter(keychain).read(access: ItemAccess(passphrase: shared("1")))
    #expect(all.items.count == 5 && all.skipped == 0)
    #expect(all.items.contains { $0.isSynchronizable })
    let some = try await BackendImporter(keychain).read(includingThisDeviceOnly: false)
    #expect(some.items.count == 3 && some.counts == [.thisDeviceOnly: 1, .accessControl: 1])
    let other = MemoryKeychain()
    #expect(try await other.importItems(some.items).added == 3)
    await #expect(throws: KeychainError.tooMany(limit: 2)) {
      try await BackendImporter(keychain, limits: ImportLimits(items: 2)).read()
    }
    keychain.setLockState(.locked)
    await #expect(throws: KeychainError.locked) { try await BackendImporter(keychain).read() }
  }

  @Test func storingIsOneStep() async throws {
    _ = try await keychain.add(password("b", "a", "old"))
    let items = ["a", "b", "c"].map { password($0, "a", "new") }
    await #expect(throws: KeychainError.duplicate) { try await keychain.importItems(items) }
    #expect(try await keychain.find(ItemQuery(.genericPassword, limit: .all)).count == 1)
    let kept = try await keychain.importItems(items, onConflict: .keep)
    #expect(kept.added == 2 && kept.kept == 1 && kept.replaced == 0)
    let query = ItemQuery(.genericPassword, [.account: .text("b")])
    #expect(plain(try await keychain.find(query, withSecrets: true).first?.secret) == "old")
    let replaced = try await keychain.importItems(items, onConflict: .replace)
    #expect(replaced.replaced == 3)
    #expect(plain(try await keychain.find(query, withSecrets: true).first?.secret) == "new")
  }

  @Test func theItemsSayWhichLayoutThereIs() async throws {
    let importer = DocumentLayoutImporter(keychain)
    #expect(try await importer.find(service: "app") == nil)
    _ = try await keychain.add(password("token", "other", "foreign"))
    #expect(try await importer.find(service: "app") == nil)
    _ = try await keychain.add(password("token", "", "zero"))
    var found = try #require(try await importer.find(service: "app"))
    #expect(found.layout == .v0 && plain(found.item.secret) == "zero" && found.leftovers.isEmpty)
    #expect(found.item.attributes.text(.service) == "app" && found.item.attributes.text(.account) == "token")
    _ = try await keychain.add(password("authToken", "", "one"))
    found = try #require(try await importer.find(service: "app"))
    #expect(found.layout == .v1 && plain(found.item.secret) == "one" && found.leftovers == [.v0])
    keychain.setPasscode(shared("1"))
    var guarded = password("authToken", "", "two")
    guarded.accessControl = AccessControl(.whenUnlocked, .devicePasscode)
    _ = try await keychain.put(guarded, if: .always, access: ItemAccess(passphrase: shared("1")))
    // A newer token that cannot be read is never replaced by an older one.
    await #expect(throws: KeychainError.denied) { try await importer.find(service: "app") }
    found = try #require(
      try await importer.find(service: "app", access: ItemAccess(passphrase: shared("1"))))
    #expect(found.layout == .v2 && plain(found.item.secret) == "two" && found.leftovers == [.v0])
    #expect(found.item.accessControl != nil)
    keychain.setLockState(.beforeFirstUnlock)
    await #expect(throws: KeychainError.locked) { try await importer.find(service: "app") }
  }
}
