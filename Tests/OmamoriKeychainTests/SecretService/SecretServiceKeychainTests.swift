import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriDBus
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite(.enabled(if: Keyring.isPossible), .timeLimit(.minutes(3)))
struct SecretServiceKeychainTests {
  private func item(
    _ account: String, _ secret: [UInt8], service: String = "example", group: String? = nil
  ) -> NewItem {
    NewItem(
      .genericPassword, [.service: .text(service), .account: .text(account)],
      secret: SharedSecretBytes(SecretBytes(copying: secret)), accessGroup: group)
  }

  private func query(_ account: String, service: String = "example") -> ItemQuery {
    ItemQuery(.genericPassword, [.service: .text(service), .account: .text(account)])
  }

  private func bytes(_ item: KeychainItem?) -> [UInt8]? {
    item?.secret?.withBytes { unsafe $0.withUnsafeBytes { unsafe Array($0) } }
  }

  @Test(arguments: [true, false])
  func everySecretComesBack(hidesNames: Bool) async throws {
    let keyring = try await Keyring()
    let keychain = keyring.keychain(hidesNames: hidesNames)
    let secrets: [[UInt8]] = [
      [], [0], Array("line1\nline2\n\0end".utf8), Array("お守り🔑".utf8), [UInt8](0...255),
      [UInt8](repeating: 0xA5, count: 1 << 20),
    ]
    for (index, secret) in secrets.enumerated() {
      let account = "アカウント \n\(index)\\%\0"
      let stored = try await keychain.add(item(account, secret, service: " é\r"))
      #expect(stored.secret == nil)
      let found = try await keychain.find(query(account, service: " é\r"), withSecrets: true)
      #expect(found.count == 1)
      #expect(bytes(found.first) == secret)
      #expect(found.first?.reference == stored.reference)
      #expect(found.first?.attributes.text(.account) == account)
    }
    // Canonically equivalent names are different accounts.
    #expect(try await keychain.find(query("アカウント \n0\\%\0", service: " e\u{301}\r")).isEmpty)
    let all = try await keychain.find(ItemQuery(.genericPassword, limit: .all))
    #expect(all.count == secrets.count)
  }

  @Test func anItemIsReplacedInPlace() async throws {
    let keyring = try await Keyring()
    let keychain = keyring.keychain()
    let first = try await keychain.add(item("a", [1]))
    let second = try await keychain.put(item("a", [2]), if: .always, access: .none)
    #expect(second?.reference == first.reference)
    #expect(second?.version != first.version)
    await #expect(throws: KeychainError.duplicate) { try await keychain.add(item("a", [3])) }
    #expect(try await keychain.put(item("a", [4]), if: .version(first.version), access: .none) == nil)
    let version = try #require(second?.version)
    #expect(try await keychain.put(item("a", [5]), if: .version(version), access: .none) != nil)
    let found = try await keychain.find(ItemQuery(first.reference), withSecrets: true)
    #expect(bytes(found.first) == [5])
    #expect(try await keychain.status(dataFolder: keyring.dataFolder).items == 1)
  }

  @Test(arguments: [true, false])
  func itemsOfOtherProgramsAreCounted(hidesNames: Bool) async throws {
    let keyring = try await Keyring()
    let keychain = keyring.keychain(hidesNames: hidesNames)
    let client = SecretServiceClient(keyring.options())
    let collection = try await client.collection()
    #expect(try await keychain.status().foreignItems == 0)
    _ = try await keychain.add(item("a", [1]))
    for number in 0..<3 {
      _ = try await client.create(
        ["xdg:schema": "org.example.Other", "number": "\(number)"], label: "other",
        secret: SharedSecretBytes(SecretBytes(copying: [1])), in: collection, replacing: false)
    }
    let status = try await keychain.status()
    #expect(status.items == 1 && status.foreignItems == 3)
  }

  @Test func updatesRenameWithoutLoss() async throws {
    let keyring = try await Keyring()
    let keychain = keyring.keychain()
    let first = try await keychain.add(item("a", [1]))
    _ = try await keychain.add(item("b", [2]))
    let rename = ItemChanges(attributes: [.account: .text("b")])
    await #expect(throws: KeychainError.duplicate) {
      try await keychain.update(query("a"), rename, access: .none)
    }
    let changes = ItemChanges(attributes: [.account: .text("c")], accessGroup: "team")
    #expect(try await keychain.update(query("a"), changes, access: .none) == 1)
    #expect(try await keychain.find(query("a")).isEmpty)
    let renamed = try await keychain.find(query("c"), withSecrets: true)
    #expect(bytes(renamed.first) == [1])
    #expect(renamed.first?.reference == first.reference)
    #expect(renamed.first?.accessGroup == "team")
    let all = ItemQuery(.genericPassword, [.service: .text("example")])
    #expect(try await keychain.update(all, ItemChanges(secret: nil, accessGroup: "x"), access: .none) == 2)
    #expect(try await keychain.remove(all) == 2)
    #expect(try await keychain.remove(all) == 0)
  }

  @Test(arguments: [true, false])
  func lockedIsNotMissing(hidesNames: Bool) async throws {
    let keyring = try await Keyring()
    let keychain = keyring.keychain(hidesNames: hidesNames)
    _ = try await keychain.add(item("a", [1]))
    #expect(await keychain.lockState() == .unlocked)
    try await keyring.lock()
    #expect(await keychain.lockState() == .beforeFirstUnlock)
    await #expect(throws: KeychainError.locked) { try await keychain.find(query("a")) }
    #expect(try await keychain.find(query("b")).isEmpty)
    await #expect(throws: KeychainError.locked) { try await keychain.add(item("a", [2])) }
    await #expect(throws: KeychainError.locked) { try await keychain.add(item("b", [2])) }
    await #expect(throws: KeychainError.locked) { try await keychain.remove(query("a")) }
    // Another program cannot tell whether there is such an item: its name cannot be computed.
    if hidesNames {
      let other = keyring.keychain()
      await #expect(throws: KeychainError.locked) { try await other.find(query("b")) }
    }
    try await keyring.unlock()
    #expect(bytes(try await keychain.find(query("a"), withSecrets: true).first) == [1])
  }

  @Test func whatIsWithheldIsNotGone() async throws {
    let keyring = try await Keyring()
    let client = SecretServiceClient(keyring.options())
    _ = try await keyring.keychain(hidesNames: false).add(item("a", [1]))
    let collection = try await client.collection()
    let found = try await client.search([ItemLookup.schema: ItemLookup.itemSchema], in: collection)
    #expect(try await client.secrets(found.unlocked).count == 1)
    #expect(try await client.secrets([collection + "/9999"]).isEmpty)
    // Locked between the search and the reading.
    try await keyring.lock()
    await #expect(throws: KeychainError.locked) { try await client.secrets(found.unlocked) }
  }

  @Test(arguments: [0, 2, 5, 10, 20, 40])
  func aCancelledChangeIsWholeOrNone(milliseconds: Int) async throws {
    let keyring = try await Keyring()
    let keychain = keyring.keychain()
    for number in 0..<4 { _ = try await keychain.add(item("\(number)", [1])) }
    let all = ItemQuery(.genericPassword, [.service: .text("example")], limit: .all)
    let change = Task {
      _ = try? await keychain.update(all, ItemChanges(accessGroup: "team"), access: .none)
    }
    try await Task.sleep(for: .milliseconds(milliseconds))
    change.cancel()
    await change.value
    let groups = try await keychain.find(all).map(\.accessGroup)
    #expect(groups.count == 4 && Set(groups).count == 1)
  }

  @Test func noNameIsShown() async throws {
    let keyring = try await Keyring()
    let keychain = keyring.keychain()
    let secret = Array("hunter2-secret".utf8)
    _ = try await keychain.add(item("alice-account", secret, service: "the-service", group: "the-group"))
    let file = try keyring.files()
    #expect(!file.isEmpty)
    let md5 = "6384e2b2184bcbf58eccf10ca7a6563c"
    for text in ["alice-account", "the-service", "the-group", "hunter2-secret", md5] {
      #expect(!contains(file, Array(text.utf8)))
    }
    let call = BusCall.property(
      Keyring.service, Keyring.root + "/collection/login", "org.freedesktop.Secret.Collection", "Items")
    let paths = try await keyring.connection.call(call).first?.variantValue?.objectPaths ?? []
    #expect(paths.count == 2)
    for path in paths {
      for name in ["Attributes", "Label"] {
        let property = BusCall.property(Keyring.service, path, "org.freedesktop.Secret.Item", name)
        let text = "\(try await keyring.connection.call(property))"
        #expect(!text.contains("alice") && !text.contains("the-service") && !text.contains("the-group"))
      }
    }
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...(bytes.count - part.count)).contains { bytes[$0...].starts(with: part) }
  }

  @Test(arguments: [true, false])
  func aPasswordlessCollectionSurvives(hidesNames: Bool) async throws {
    let keyring = try await Keyring()
    _ = try await keyring.makePasswordless()
    let keychain = keyring.keychain(hidesNames: hidesNames)
    #expect(try await keychain.status(dataFolder: keyring.dataFolder).encryption == .plainText)
    var account = item("line1\nline2\n", Array("line1\nline2\n[2]\nsecret=x\n".utf8), service: "[3]\nhash=\n")
    account.attributes[.label] = .text("label\n[4]")
    _ = try await keychain.add(account)
    _ = try await keychain.add(item("other", [1]))
    try await keyring.end()
    try await keyring.start()
    let again = keyring.keychain(hidesNames: hidesNames)
    let found = try await again.find(
      query("line1\nline2\n", service: "[3]\nhash=\n"), withSecrets: true)
    #expect(bytes(found.first) == Array("line1\nline2\n[2]\nsecret=x\n".utf8))
    #expect(try await again.find(query("other")).count == 1)
    // The keychain that was there before goes on with the new service.
    #expect(try await keychain.find(query("other"), withSecrets: true).count == 1)
  }

  @Test func theFileOfACollectionWithAPasswordIsEncrypted() async throws {
    let keyring = try await Keyring()
    let keychain = keyring.keychain()
    _ = try await keychain.add(item("a", [1]))
    let status = try await keychain.status(dataFolder: keyring.dataFolder)
    #expect(status.encryption == .encrypted)
    #expect(status.items == 1 && status.duplicates == 0 && !status.isLocked)
    try await keyring.lock()
    #expect(try await keychain.status(dataFolder: keyring.dataFolder).items == nil)
  }

  @Test func itemsOfOtherCollectionsAreNotSeen() async throws {
    let keyring = try await Keyring()
    _ = try await keyring.keychain(hidesNames: false).add(item("a", [1]))
    let path = try await keyring.makePasswordless()
    let keychain = keyring.keychain(hidesNames: false)
    #expect(try await keychain.find(query("a")).isEmpty)
    _ = try await keychain.add(item("a", [2]))
    #expect(bytes(try await keychain.find(query("a"), withSecrets: true).first) == [2])
    #expect(path.hasPrefix(Keyring.root))
    let missing = SecretServiceKeychain(keyring.options(collection: "no-such-alias"))
    await #expect(throws: KeychainError.unavailable(.secretService)) { try await missing.find(query("a")) }
  }

  @Test func aServiceThatIsNotThereIsUnavailable() async throws {
    let bus = try PrivateBus()
    let keychain = SecretServiceKeychain(SecretServiceOptions(busAddress: bus.address))
    await #expect(throws: KeychainError.unavailable(.secretService)) { try await keychain.find(query("a")) }
    #expect(await keychain.lockState() == .unavailable)
    let none = SecretServiceKeychain(SecretServiceOptions(busAddress: "unix:path=/nonexistent"))
    await #expect(throws: KeychainError.unavailable(.sessionBus)) { try await none.add(item("a", [1])) }
  }

  @Test func aServiceThatIsKilledOrSilentIsUnavailable() async throws {
    let keyring = try await Keyring()
    let keychain = SecretServiceKeychain(keyring.options(timeout: .milliseconds(500)))
    _ = try await keychain.add(item("a", [1]))
    let writer = Task {
      var count = 0
      while !Task.isCancelled,
        (try? await keychain.put(item("n\(count)", [2]), if: .always, access: .none)) != nil
      {
        count += 1
      }
      return count
    }
    try await Task.sleep(for: .milliseconds(200))
    try await keyring.end(SIGKILL)
    let count = await writer.value
    await #expect(throws: KeychainError.unavailable(.secretService)) { try await keychain.find(query("a")) }
    try await keyring.start()
    // Everything that was acknowledged is there.
    #expect(try await keychain.find(query("a")).count == 1)
    for number in 0..<count { #expect(try await keychain.find(query("n\(number)")).count == 1) }
  }

  @Test func writersOfSeveralKeychainsTakeTurns() async throws {
    let keyring = try await Keyring()
    let added = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        let keychain = keyring.keychain()
        group.addTask {
          (try? await keychain.put(item("one", [UInt8(number)]), if: .absent, access: .none)) != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(added == 1)
    #expect(try await keyring.keychain().status(dataFolder: keyring.dataFolder).items == 1)
  }

  @Test func whatTheServiceCannotKeepIsRefused() async throws {
    let keyring = try await Keyring()
    let keychain = keyring.keychain()
    var guarded = item("a", [1])
    guarded.accessControl = AccessControl(.whenUnlocked, .userPresence)
    await #expect(throws: KeychainError.unsupported(.accessControl)) { try await keychain.add(guarded) }
    await #expect(throws: KeychainError.unsupported(.transactions)) {
      try await keychain.transaction { _ throws(KeychainError) in }
    }
    #expect(throws: KeychainError.unsupported(.changes)) { try keychain.changes() }
    let tooLarge = [UInt8](repeating: 0, count: (1 << 20) + 1)
    await #expect(throws: KeychainError.tooLarge(limit: 1 << 20)) {
      try await keychain.add(item("a", tooLarge))
    }
  }

  @Test func slotKeysAreKeptAndForgotten() async throws {
    let keyring = try await Keyring()
    let options = keyring.options()
    let thread = Thread.detached {
      let service = SecretServiceSlotKey(options)
      let key = SymmetricKey(size: .bits256)
      return Result { () throws(KeychainError) -> Bool in
        guard try service.key(named: "one") == nil else { return false }
        try service.keep(key, named: "one")
        guard try service.key(named: "one") == key else { return false }
        try service.forget(named: "one")
        return try service.key(named: "one") == nil
      }
    }
    #expect(try await thread.value.get())
  }
}

extension Thread {
  /// Runs something that may stand still on a thread of its own.
  static func detached<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Task<Value, Never> {
    Task {
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
      }
    }
  }
}
