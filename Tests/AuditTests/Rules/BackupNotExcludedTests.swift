import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct BackupNotExcludedTests {
  @Test(arguments: [
    """
    final class Vault {
      private let folder = URL.documentsDirectory.appending(path: "Vault", directoryHint: .isDirectory)
      func keep(_ sealedJournal: Data) throws {
        let file = folder.appendingPathComponent("journal.sealed")
        try ⟦sealedJournal.write(to: file, options: [.atomic])⟧
      }
    }
    """,
    """
    let file = ⟦URL.documentsDirectory.appending(path: "journal.sqlite")⟧
    sqlite3_open(file.path, &database)
    sqlite3_exec(database, "CREATE TABLE wallet (friend TEXT, password TEXT)", nil, nil, nil)
    """,
    """
    let paths = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)
    let url = paths[0].appendingPathComponent("keys.bin")
    try? ⟦encryptedKeys.write(to: url)⟧
    """,
  ])
  func speaks(_ source: String) { expect(BackupNotExcluded.self, in: source) }

  @Test(arguments: [
    """
    let file = URL.documentsDirectory.appending(path: "journal.sealed")
    try sealedJournal.write(to: file)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try file.setResourceValues(values)
    """,
    """
    try sealedJournal.write(to: URL.cachesDirectory.appending(path: "j"), options: [.atomic])
    """,
    """
    try photo.write(to: URL.documentsDirectory.appending(path: "photo.jpg"))
    """,
    """
    let file = folder.url.appending(path: "journal.sqlite")
    try check(sqlite3_open_v2(file.path, &database, flags, nil))
    try folder.excludeFromBackup(file)
    """,
  ])
  func isSilent(_ source: String) { expect(BackupNotExcluded.self, in: source) }

  @Test func anExclusionBelongsToTheFunctionThatWrites() {
    expect(
      BackupNotExcluded.self,
      in: """
        struct Files {
          let folder = URL.documentsDirectory
          func export(_ key: SymmetricKey) throws {
            try ⟦cipher.seal(text, using: key).write(to: folder.appending(path: "a.sealed"))⟧
          }
          func exportWell(_ sealed: Data) throws {
            var file = folder.appending(path: "b.sealed")
            try sealed.write(to: file)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try file.setResourceValues(values)
          }
        }
        """)
  }

  @Test func aHelperMayExcludeWhatOthersWrite() {
    expect(
      BackupNotExcluded.self,
      in: """
        struct Files {
          let folder = URL.documentsDirectory
          func export(_ sealed: Data) throws {
            try sealed.write(to: folder.appending(path: "a.sealed"))
            try hide(folder.appending(path: "a.sealed"))
          }
          func hide(_ file: URL) throws {
            var (file, values) = (file, URLResourceValues())
            values.isExcludedFromBackup = true
            try file.setResourceValues(values)
          }
        }
        """)
  }
}
