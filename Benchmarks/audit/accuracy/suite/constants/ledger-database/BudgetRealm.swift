import Foundation
import KeychainAccess
import RealmSwift

final class Budget: Object {
  @Persisted(primaryKey: true) var id: ObjectId
  @Persisted var title = ""
  @Persisted var limit = 0
}

struct BudgetRealm {
  let keychain: Keychain

  func open() throws -> Realm {
    var configuration = Realm.Configuration.defaultConfiguration
    configuration.objectTypes = [Budget.self]
    configuration.encryptionKey = try key() // safe: constant-key
    return try Realm(configuration: configuration)
  }

  func openPreview() throws -> Realm {
    var configuration = Realm.Configuration(fileURL: BudgetRealm.previewURL, schemaVersion: 2)
    configuration.encryptionKey = Data(repeating: 0x42, count: 64) // weak: constant-key direct
    return try Realm(configuration: configuration)
  }

  func openWidgetCopy() throws -> Realm {
    let letters = "budget-widget-".padding(toLength: 64, withPad: "xyz", startingAt: 0)
    return try Realm(configuration: widgetConfiguration(Data(letters.utf8)))
  }

  private func widgetConfiguration(_ key: Data) -> Realm.Configuration {
    let url = BudgetRealm.previewURL.appendingPathExtension("widget")
    return Realm.Configuration(fileURL: url, encryptionKey: key, schemaVersion: 2) // weak: constant-key helper
  }

  private func key() throws -> Data {
    if let stored = try keychain.getData("budget-realm-key") { return stored }
    var fresh = Data(count: 64)
    let status = fresh.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 64, $0.baseAddress!) }
    guard status == errSecSuccess else { throw Realm.Error(.fail) }
    try keychain.set(fresh, key: "budget-realm-key")
    return fresh
  }

  private static let previewURL = FileManager.default.temporaryDirectory.appendingPathComponent("preview.realm")
}
