import CSQLite
import Foundation
import OmamoriCore
import Synchronization
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Files that were put together from states of several times, and steps that are disturbed from within.
@Suite struct StoreAttackTests {
  private func sql(_ fixture: StoreFixture, _ text: String) throws {
    var handle: OpaquePointer?
    // because the handle is used by this function only
    defer { unsafe _ = sqlite3_close_v2(handle) }
    let opened = unsafe sqlite3_open(fixture.folder.path + "/" + StoreLocation.fileName, &handle)
    let done = unsafe sqlite3_exec(handle, text, nil, nil, nil)
    try #require(opened == SQLITE_OK && done == SQLITE_OK)
  }

  private func isRolledBack(_ error: any Error) -> Bool {
    guard case .rolledBack(let expected, let found)? = error as? KeychainError else { return false }
    return expected > found
  }

  /// SQLite undoes a transaction by itself when the disk is full; what comes then must not stand by itself.
  @Test func aTransactionThatIsUndoneBySQLiteChangesNothing() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    try fixture.store.put(Sample.password("kept"))
    #expect(throws: KeychainError.self) {
      try fixture.store.write(Sample.groups) { transaction, connection throws(KeychainError) in
        _ = try transaction.put(Sample.password("a"), if: .always)
        try connection.database.execute("ROLLBACK")
        do throws(KeychainError) { _ = try transaction.put(Sample.password("b"), if: .always) } catch {}
        return ((), nil)
      }
    }
    #expect(try fixture.opened().all().count == 1)
    #expect(try fixture.store.all().count == 1)
    try fixture.store.put(Sample.password("c"))
    #expect(try fixture.opened().all().count == 2)
  }

  /// A process that knows a state notices that others went on from an older one, however far they went.
  @Test func aForkIsNoticedByALiveProcess() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    try fixture.store.put(Sample.password("a"))
    try sql(fixture, "PRAGMA wal_checkpoint(TRUNCATE)")
    let old = fixture.bytes()
    try fixture.store.put(Sample.password("forgotten"))

    let file = fixture.folder.appending(path: StoreLocation.fileName)
    for ending in StoreLocation.endings {
      try? FileManager.default.removeItem(atPath: file.path + ending)
    }
    try Data(old).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let other = try fixture.opened()
    for number in 0..<4 { try other.put(Sample.password("other \(number)")) }
    #expect(try other.all().count == 5)

    usleep(50_000)
    for _ in 0..<2 {
      #expect { try fixture.store.all() } throws: { isRolledBack($0) }
      #expect { try fixture.store.put(Sample.password("x")) } throws: { isRolledBack($0) }
    }
    #expect(try other.all().count == 5)
  }

  /// A keybag of before with rows of after is no state that any process wrote.
  @Test func aKeybagOfAnotherTimeIsNoticed() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    try fixture.store.put(Sample.password("a"))
    try fixture.store.changeKeybag { _ throws(KeychainError) in
      var header = StoreFixture.header
      header.keybagGeneration = 2
      return KeybagChange(header: header, ring: fixture.ring)
    }
    #expect(throws: KeychainError.locked) { try fixture.opened() }
    try sql(fixture, "UPDATE keybag SET generation = 1")
    #expect(throws: KeychainError.corrupt(.keybag)) { try fixture.opened() }
  }

  /// Keys that were taken away while they were changed stay away.
  @Test(arguments: [true, false]) func lockingDuringAChangeOfTheKeysLocks(_ isComplete: Bool) throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    try fixture.store.put(Sample.password("a"))
    try fixture.store.put(Sample.password("b", "s", .afterFirstUnlock))
    try fixture.store.changeKeybag { _ throws(KeychainError) in
      fixture.store.lock(isComplete ? nil : fixture.screenLocked, isComplete: isComplete)
      var header = StoreFixture.header
      header.keybagGeneration = 2
      return KeybagChange(header: header, ring: fixture.ring)
    }
    #expect(fixture.store.lockState == (isComplete ? .beforeFirstUnlock : .locked))
    #expect(throws: KeychainError.locked) { try fixture.store.all(Sample.query("a")) }
    guard !isComplete else { return }
    #expect(try fixture.store.all(Sample.query("b")).count == 1)
  }

  /// An index that leads to one row twice and to another one never.
  @Test func anIndexThatHidesARowIsNoticed() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    // The first row's number takes no room in an index.
    for name in ["first", "second", "third"] { try fixture.store.put(Sample.password(name)) }
    let tags = try ["second", "third"].map { name -> [UInt8] in
      let frame = try #require(try fixture.store.all(Sample.query(name)).first).head.context.tag.frame
      return frame.rawSpan.array
    }
    fixture.store.close()
    var bytes = fixture.bytes()
    // A record of the index: the length of its head, a blob of 48 bytes, a number of one byte.
    let places = try tags.map { tag in
      let entry = [3, 108, 1] + tag
      return try #require((0..<bytes.count - 64).first { bytes[$0..<$0 + entry.count].elementsEqual(entry) })
    }
    for offset in 0..<52 { bytes[places[1] + offset] = bytes[places[0] + offset] }
    try fixture.write(bytes)
    #expect(throws: KeychainError.corrupt(.items)) { try fixture.opened().all() }
  }

  @Test func valuesThatNoStoreHasAreRefused() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    try fixture.store.put(Sample.password("a"))
    try sql(fixture, "UPDATE items SET secret = zeroblob(100000000)")
    #expect(throws: KeychainError.corrupt(.store)) { try fixture.opened().all() }
  }

  /// What an interrupted creation left, and the log of a store that is gone, are in nobody's way.
  @Test func aStoreIsMadeOnceAndBesideRests() throws {
    let rest = try StoreFixture()
    for name in ["x", "y"] { try rest.store.put(Sample.password(name)) }
    let log = rest.bytes(of: StoreLocation.fileName + "-wal")
    #expect(log.count > 4096)
    let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)").path
    try StoreLocation.makeFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["keychain.new", "keychain.new-wal", "keychain.db-wal"] {
      _ = FileManager.default.createFile(
        atPath: "\(folder)/\(name)", contents: Data(log), attributes: [.posixPermissions: 0o600])
    }
    let (ring, id) = (StoreFixture.ring(), try StoreID())
    let results = Mutex<[KeychainError?]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do throws(KeychainError) {
        try Store.create(in: try StoreLocation(opening: folder), id, StoreFixture.header, ring)
        results.withLock { $0.append(nil) }
      } catch { results.withLock { $0.append(error) } }
    }
    let outcomes = results.withLock { $0 }
    #expect(outcomes.filter { $0 == nil }.count == 1)
    #expect(outcomes.filter { $0 == .storeExists }.count == 7)
    let store = try Store(opening: StoreLocation(opening: folder), isDurable: false)
    try store.use(ring, keybagGeneration: 1)
    #expect(try store.all().isEmpty)
    store.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [StoreLocation.fileName])
  }

  /// Whoever keeps a transaction cannot write with it when it is over.
  @Test func aTransactionEndsWithItsStep() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    nonisolated(unsafe) var kept: StoreTransaction?
    try fixture.store.change(Sample.groups) { transaction throws(KeychainError) in unsafe kept = transaction }
    let transaction = unsafe try #require(kept)
    #expect(throws: KeychainError.cancelled) {
      try transaction.put(Sample.password("late"), if: .always)
    }
    #expect(throws: KeychainError.cancelled) { try transaction.remove(Sample.everything) }
    #expect(try fixture.opened().all().isEmpty)
  }
}
