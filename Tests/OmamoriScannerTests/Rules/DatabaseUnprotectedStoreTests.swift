import OmamoriReport
import Testing

@testable import OmamoriScanner

@Suite struct DatabaseUnprotectedStoreTests {
  @Test(arguments: [
    """
    func open() throws {
      try ⟦coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)⟧
    }
    """,
    "try ⟦coordinator.addPersistentStore(type: .sqlite, configuration: nil, at: url, options: nil)⟧",
  ])
  func speaks(_ source: String) { expect(DatabaseUnprotectedStore.self, in: source, severity: .medium) }

  @Test(arguments: [
    """
    let options = [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    _ = try? ⟦coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)⟧
    """,
    """
    final class Account: NSManagedObject { @NSManaged var accessToken: String }
    let container = ⟦NSPersistentContainer(name: "Tsukimi")⟧
    """,
  ])
  func speaksSoftly(_ source: String) { expect(DatabaseUnprotectedStore.self, in: source, severity: .low) }

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
    // Nothing sensitive in it.
    """
    final class Note: NSManagedObject { @NSManaged var title: String }
    let container = NSPersistentContainer(name: "Notes")
    """,
    """
    final class Account: NSManagedObject { @NSManaged var accessToken: String }
    let container = NSPersistentContainer(name: "Tsukimi")
    description.setOption(FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey)
    """,
  ])
  func isSilent(_ source: String) { expect(DatabaseUnprotectedStore.self, in: source) }
}
