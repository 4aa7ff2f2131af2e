import CSQLite
import Foundation
import OmamoriCore
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// What happens when somebody else writes to the file.
@Suite struct StoreTamperTests {
  /// Runs statements on the file as any other program could.
  private func sql(_ fixture: StoreFixture, _ text: String) throws {
    var handle: OpaquePointer?
    // because the handle is used by this function only
    defer { unsafe _ = sqlite3_close_v2(handle) }
    let opened = unsafe sqlite3_open(fixture.folder.path + "/" + StoreLocation.fileName, &handle)
    let done = unsafe sqlite3_exec(handle, text, nil, nil, nil)
    try #require(opened == SQLITE_OK && done == SQLITE_OK)
  }

  private func filled() throws -> StoreFixture {
    let fixture = try StoreFixture()
    for name in ["a", "b", "c"] { try fixture.store.put(Sample.password(name, "secret of \(name)")) }
    try fixture.store.put(Sample.password("a", "newer secret of a"))
    try fixture.store.remove(Sample.query("c"))
    try fixture.store.put(Sample.password("d"))
    return fixture
  }

  private static let tampering = [
    "DELETE FROM items WHERE generation = 2",
    "DELETE FROM items",
    "DELETE FROM tombstones",
    "DELETE FROM root",
    "INSERT INTO items SELECT generation + 100, randomblob(48), uuid, protection, metadata, secret FROM items LIMIT 1",
    "UPDATE items SET protection = 2 WHERE generation = 2",
    "UPDATE items SET uuid = randomblob(16) WHERE generation = 2",
    "UPDATE items SET tag = randomblob(48) WHERE generation = 2",
    "UPDATE items SET generation = 99 WHERE generation = 2",
    "UPDATE items SET metadata = (SELECT metadata FROM items WHERE generation = 4) WHERE generation = 2",
    """
    CREATE TEMP TABLE t AS SELECT * FROM items;
    UPDATE items SET metadata = (SELECT metadata FROM t WHERE t.generation = 6 - items.generation), \
    secret = (SELECT secret FROM t WHERE t.generation = 6 - items.generation) WHERE generation IN (2, 4)
    """,
    "CREATE TRIGGER t AFTER DELETE ON items BEGIN DELETE FROM items; END",
    "CREATE TABLE more(x)",
    "PRAGMA user_version = 2",
    "UPDATE root SET sealed = randomblob(length(sealed))",
  ]

  @Test(arguments: tampering) func isNoticed(_ statements: String) throws {
    let fixture = try filled()
    defer { withExtendedLifetime(fixture) {} }
    try sql(fixture, statements)
    #expect(throws: KeychainError.self) {
      let other = try fixture.opened()
      _ = try other.all()
    }
  }

  /// The secret's column is looked at when the secret is read.
  @Test(arguments: [
    "UPDATE items SET secret = x'' WHERE generation = 2",
    "UPDATE items SET secret = (SELECT secret FROM items WHERE generation = 4) WHERE generation = 2",
    "UPDATE items SET secret = CAST(secret || x'00' AS BLOB) WHERE generation = 2",
  ]) func secretsAreBoundToTheirRows(_ statements: String) throws {
    let fixture = try filled()
    defer { withExtendedLifetime(fixture) {} }
    try sql(fixture, statements)
    let other = try fixture.opened()
    #expect(throws: KeychainError.corrupt(.item)) { try other.all(Sample.query("b")) }
  }

  /// A store that is open notices what a later process could not.
  @Test func anOldRowIsNoticedWhileTheStoreIsOpen() throws {
    let fixture = try filled()
    defer { withExtendedLifetime(fixture) {} }
    try sql(fixture, "CREATE TABLE kept AS SELECT * FROM items; CREATE TABLE keptRoot AS SELECT * FROM root")
    try sql(fixture, "DROP TABLE kept; DROP TABLE keptRoot")
    let before = try #require(try fixture.store.all(Sample.query("b")).first)
    try fixture.store.put(Sample.password("b", "newest"))
    _ = before
    try sql(fixture, "UPDATE items SET generation = 2 WHERE generation = (SELECT max(generation) FROM items)")
    #expect(throws: KeychainError.corrupt(.items)) { try fixture.store.all(Sample.query("b")) }
  }

  /// The whole file as it was before, while a process is open and after other keys would have said nothing.
  @Test func aRollbackIsNoticedByALiveProcess() throws {
    let fixture = try filled()
    defer { withExtendedLifetime(fixture) {} }
    try fixture.store.remove(Sample.query("none"))
    let old = try FileManager.default.contentsOfDirectory(at: fixture.folder, includingPropertiesForKeys: nil)
      .map { ($0.lastPathComponent, try Data(contentsOf: $0)) }
    try fixture.store.put(Sample.password("b", "newest"))
    let replaced = fixture.folder.appending(path: StoreLocation.fileName)
    for ending in StoreLocation.endings {
      try? FileManager.default.removeItem(at: fixture.folder.appending(path: StoreLocation.fileName + ending))
    }
    for (name, data) in old where !name.hasSuffix("-shm") {
      let file = fixture.folder.appending(path: name)
      try data.write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
    #expect(FileManager.default.fileExists(atPath: replaced.path))
    let isRolledBack = { (error: any Error) in
      guard case .rolledBack(let expected, let found)? = error as? KeychainError else { return false }
      return expected > found
    }
    #expect { try fixture.store.put(Sample.password("x")) } throws: { isRolledBack($0) }
    usleep(50_000)
    #expect { try fixture.store.all() } throws: { isRolledBack($0) }
  }

  @Test func rowsOfAnotherStoreAreNoticed() throws {
    let (one, two) = (try filled(), try filled())
    two.store.close()
    try sql(
      one,
      """
      ATTACH '\(two.folder.path)/\(StoreLocation.fileName)' AS other;
      DELETE FROM items; INSERT INTO items SELECT * FROM other.items
      """)
    #expect(throws: KeychainError.self) { try one.opened().all() }
  }

  /// Every bit of the file, each by itself: noticed, or without any consequence.
  @Test func everyBitIsNoticedOrMeansNothing() throws {
    let fixture = try StoreFixture()
    defer { withExtendedLifetime(fixture) {} }
    for name in ["a", "b"] { try fixture.store.put(Sample.password(name, "secret of \(name)")) }
    try fixture.store.remove(Sample.query("b"))
    let expected = try contents(fixture.store)
    fixture.store.close()
    let original = fixture.bytes()
    var (noticed, harmless, wrong) = (0, 0, 0)
    let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil
    let used = original.indices.filter { original[$0] != 0 }
    // Bytes that are in use are flipped bit by bit; of the empty rest of the pages one bit in many is enough.
    let rest = original.indices.filter { original[$0] == 0 }
    let places =
      used.flatMap { byte in (0..<8).map { (byte, $0) } }
      + stride(from: 0, to: rest.count, by: isDeep ? 1 : 97).map { (rest[$0], $0 % 8) }
    for (byte, bit) in places {
      var changed = original
      changed[byte] ^= 1 << bit
      for ending in StoreLocation.endings.dropFirst() {
        try? FileManager.default.removeItem(
          at: fixture.folder.appending(path: StoreLocation.fileName + ending))
      }
      try fixture.write(changed)
      do {
        let other = try fixture.opened()
        defer { other.close() }
        let found = try contents(other)
        if try !other.verify().problems.isEmpty {
          noticed += 1
        } else if found == expected {
          // The empty rest of pages means nothing at all.
          if original[byte] != 0 { harmless += 1 }
        } else {
          wrong += 1
        }
      } catch is KeychainError {
        noticed += 1
      }
    }
    #expect(wrong == 0)
    // Of what is in use, the counters that SQLite keeps for itself mean nothing.
    #expect(noticed > 10 * harmless)
  }

  private func contents(_ store: Store) throws -> [String] {
    try store.all().map { "\($0.record.attributes.text(.account) ?? "") \($0.text ?? "")" }.sorted()
  }
}
