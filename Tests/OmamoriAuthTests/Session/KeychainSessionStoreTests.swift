import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import TestSupport
import Testing

@testable import OmamoriAuth

/// Sessions in a keychain.
@Suite struct KeychainSessionStoreTests {
  private struct Fixture: ~Copyable {
    let backend = MemoryKeychain()
    private let place: TemporaryFolder
    var folder: String { place.path }

    init() throws { place = try TemporaryFolder() }

    func store(_ name: String = "token-session", isUsableWhileLocked: Bool = true) throws
      -> KeychainSessionStore
    {
      try KeychainSessionStore(
        Keychain(service: "test", backend: backend), name: name, isUsableWhileLocked: isUsableWhileLocked,
        lockFolder: folder)
    }
  }

  private func stored(_ generation: UInt64, _ text: String) -> StoredSession {
    StoredSession(
      generation: generation, content: SharedSecretBytes(SecretBytes(copying: Array(text.utf8))))
  }

  @Test func whatIsWrittenIsReadAndReplacedByItsNumberOnly() async throws {
    let fixture = try Fixture()
    let (store, other) = (try fixture.store(), try fixture.store())
    #expect(try await store.load() == nil)
    try await store.save(stored(1, "one"), replacing: nil)
    #expect(try await other.load() == stored(1, "one"))
    await #expect(throws: AuthError.session(.conflict)) {
      try await other.save(self.stored(1, "x"), replacing: nil)
    }
    try await other.save(stored(2, "two"), replacing: 1)
    await #expect(throws: AuthError.session(.conflict)) {
      try await store.save(self.stored(2, "y"), replacing: 1)
    }
    #expect(try await store.load() == stored(2, "two"))
    #expect(try await fixture.store("another").load() == nil)
  }

  @Test func oneOfManyWriters() async throws {
    let fixture = try Fixture()
    let store = try fixture.store()
    try await store.save(stored(1, "one"), replacing: nil)
    let won = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<32 {
        group.addTask {
          do {
            try await store.save(self.stored(2, "\(number)"), replacing: 1)
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(won == 1)
  }

  /// The one item stays on this device and is never synchronized.
  @Test(arguments: [
    (true, ItemAccessibility.afterFirstUnlockThisDeviceOnly), (false, .whenUnlockedThisDeviceOnly),
  ])
  func theItemStaysOnTheDevice(isUsableWhileLocked: Bool, accessibility: ItemAccessibility) async throws {
    let fixture = try Fixture()
    try await fixture.store(isUsableWhileLocked: isUsableWhileLocked).save(stored(1, "one"), replacing: nil)
    let items = try await fixture.backend.find(
      ItemQuery(.genericPassword, [.service: .text("test")], synchronizable: .any, limit: .all))
    #expect(items.map(\.accessibility) == [accessibility])
    #expect(items.map { $0.synchronization.isRequested } == [false])
  }

  @Test func aLockedKeychainIsNoLogout() async throws {
    let fixture = try Fixture()
    let store = try fixture.store(isUsableWhileLocked: false)
    try await store.save(stored(1, "one"), replacing: nil)
    fixture.backend.setLockState(.locked)
    await #expect(throws: AuthError.keychain(.locked)) { try await store.load() }
    await #expect(throws: AuthError.keychain(.locked)) {
      try await store.save(self.stored(2, "x"), replacing: 1)
    }
    fixture.backend.setLockState(.unlocked)
    #expect(try await store.load() == stored(1, "one"))
  }

  @Test func whatIsNoSessionIsNotReplaced() async throws {
    let fixture = try Fixture()
    let keychain = Keychain(service: "test", backend: fixture.backend)
    try await keychain.set("no session", for: Keychain.Key<String>("token-session"))
    let store = try fixture.store()
    await #expect(throws: AuthError.keychain(.corrupt(.item))) { try await store.load() }
    await #expect(throws: AuthError.self) { try await store.save(self.stored(1, "x"), replacing: nil) }
    #expect(try await keychain.value(for: Keychain.Key<String>("token-session")) == "no session")
  }

  @Test func theLockExcludesAndIsFreed() async throws {
    let fixture = try Fixture()
    let store = try fixture.store()
    let lock = try await store.lock(within: .zero)
    await #expect(throws: AuthError.session(.busy)) { try await store.lock(within: .milliseconds(20)) }
    let other = try await fixture.store("another").lock(within: .zero)
    await lock.release()
    await lock.release()
    try await store.lock(within: .zero).release()
    await other.release()
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
    #expect(names.count == 2 && names.allSatisfy { !$0.contains("test") && !$0.contains("session") })
    let missing = try KeychainSessionStore(
      Keychain(service: "test", backend: fixture.backend), lockFolder: fixture.folder + "/missing")
    await #expect(throws: AuthError.system(code: ENOENT)) { try await missing.lock(within: .zero) }
  }

  /// Somebody who can write to the folder cannot have another file opened instead.
  @Test func aLinkIsNoLockFile() async throws {
    let fixture = try Fixture()
    let store = try fixture.store()
    try await store.lock(within: .zero).release()
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: fixture.folder).first)
    try FileManager.default.removeItem(atPath: fixture.folder + "/" + name)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder + "/" + name, withDestinationPath: fixture.folder + "/elsewhere")
    await #expect(throws: AuthError.system(code: ELOOP)) { try await store.lock(within: .zero) }
  }

  @Test func namesAreNeeded() throws {
    let backend = MemoryKeychain()
    #expect(throws: AuthError.keychain(.invalidRequest(.emptyName))) {
      try KeychainSessionStore(Keychain(service: "s", backend: backend), name: "", lockFolder: "/tmp")
    }
    #expect(throws: AuthError.keychain(.invalidRequest(.emptyName))) {
      try KeychainSessionStore(Keychain(service: "", backend: backend), lockFolder: "/tmp")
    }
  }
}
