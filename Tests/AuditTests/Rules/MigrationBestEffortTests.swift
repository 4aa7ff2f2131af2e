import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct MigrationBestEffortTests {
  @Test(arguments: [
    """
    func migrateToV2() {
      for note in notes { ⟦try? store.save(note)⟧ }
      defaults.set(2, forKey: "schemaVersion")
    }
    """,
    """
    final class Migrator {
      private func performMigration() {
        _ = ⟦try? FileManager.default.moveItem(at: old, to: new)⟧
        UserDefaults.standard.set(true, forKey: Keys.didMigrate)
      }
    }
    """,
    """
    extension Store {
      func migrateKeys() {
        ⟦try? keychain.add(old)⟧
        self.version = 3
      }
    }
    """,
    // What could not be read is removed all the same.
    """
    func migrate() {
      let old = try? Data(contentsOf: file)
      if let old { set(old, account: "keys") }
      ⟦try? FileManager.default.removeItem(at: file)⟧
      UserDefaults.standard.set(2, forKey: "keychainVersion")
    }
    """,
  ])
  func speaks(_ source: String) { expect(MigrationBestEffort.self, in: source) }

  @Test(arguments: [
    """
    func migrate() throws {
      try store.save(note)
      defaults.set(2, forKey: "schemaVersion")
    }
    """,
    // Whether it worked is looked at.
    """
    func migrate() {
      guard (try? store.save(note)) != nil else { return }
      defaults.set(2, forKey: "schemaVersion")
    }
    """,
    // Cleaning up afterwards may fail.
    """
    func migrate() throws {
      try store.save(note)
      try? FileManager.default.removeItem(at: old)
      defaults.set(2, forKey: "schemaVersion")
    }
    """,
    // Nothing is marked as done: it runs again.
    "func migrate() { try? store.save(note) }",
    """
    func save() {
      try? store.save(note)
      defaults.set(2, forKey: "schemaVersion")
    }
    """,
  ])
  func isSilent(_ source: String) { expect(MigrationBestEffort.self, in: source) }
}
