import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DatabaseUnprotectedStoreTests {
  @Test(arguments: [
    """
    func open() throws {
      try ⟦coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)⟧
    }
    """,
    "try ⟦coordinator.addPersistentStore(type: .sqlite, configuration: nil, at: url, options: nil)⟧",
  ])
  func speaks(_ source: String) { expect(DatabaseUnprotectedStore.self, in: source, severity: .low) }

  @Test(arguments: [
    """
    let options = [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    _ = try? ⟦coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)⟧
    """
  ])
  func speaksSoftly(_ source: String) { expect(DatabaseUnprotectedStore.self, in: source, severity: .info) }

  @Test(arguments: [
    """
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [NSPersistentStoreFileProtectionKey: FileProtectionType.complete])
    """,
    "try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)",
    // Options of a caller.
    """
    func open(_ options: [AnyHashable: Any]) throws {
      try c.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(DatabaseUnprotectedStore.self, in: source) }

  private let app = "@main class AppDelegate: NSObject, UIApplicationDelegate {}"
  private let account = "final class Account: NSManagedObject { @NSManaged var accessToken: String }"

  @Test func aContainerOfAnAppSpeaks() throws {
    try expect(
      DatabaseUnprotectedStore.self,
      in: [
        "App.swift": app, "Account.swift": account,
        "Store.swift": "let container = ⟦NSPersistentContainer⟧(name: \"Tsukimi\")",
      ])
    try expect(
      DatabaseUnprotectedStore.self,
      in: [
        "App.swift": app,
        "Store.swift": """
        let container = ⟦NSPersistentContainer⟧(name: "Tsukimi")
        func save() { card.setValue(number, forKey: "cardNumber") }
        """,
      ])
  }

  @Test(arguments: [
    // Nothing sensitive in it.
    "let container = NSPersistentContainer(name: \"Notes\")\nfunc save() { note.setValue(text, forKey: \"title\") }",
    // The description names a class.
    """
    let container = NSPersistentContainer(name: "Tsukimi")
    func open() { description.setOption(FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey) }
    func save() { card.setValue(number, forKey: "cardNumber") }
    """,
  ])
  func aContainerIsSilent(_ store: String) throws {
    try expect(DatabaseUnprotectedStore.self, in: ["App.swift": app, "Store.swift": store])
  }

  @Test func aLibraryIsSilent() throws {
    let store = "let container = NSPersistentContainer(name: \"Tsukimi\")"
    try expect(DatabaseUnprotectedStore.self, in: ["Account.swift": account, "Store.swift": store])
  }
}
