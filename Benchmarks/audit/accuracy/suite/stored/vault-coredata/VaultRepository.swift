import CoreData
import CryptoKit
import KeychainAccess

final class VaultRepository {
  private let container: NSPersistentContainer
  private let keychain = Keychain(service: "example.vault.items").accessibility(.whenUnlockedThisDeviceOnly)
  private let itemKey: SymmetricKey

  init(itemKey: SymmetricKey) {
    self.itemKey = itemKey
    container = NSPersistentContainer(name: "Model")
    container.loadPersistentStores { _, error in
      if let error { assertionFailure(error.localizedDescription) }
    }
  }

  func add(site: String, pwd: String) async throws {
    try await container.performBackgroundTask { context in
      let entry = LoginEntry(context: context)
      entry.site = site
      entry.password = pwd // weak: store-database direct
      entry.passwordVersion = 1 // safe: store-database
      try context.save()
    }
  }

  func addSealed(_ draft: LoginDraft) throws {
    let context = container.viewContext
    let entry = LoginEntry(context: context)
    entry.site = draft.site
    entry.sealedPassword = try AES.GCM.seal(Data(draft.secret.utf8), using: itemKey).combined // safe: store-database
    entry.tokenExpiry = draft.expiry // safe: store-database
    entry.setValue(draft.otp, forKey: "otpSecret") // weak: store-database file
    try context.save()
  }

  func addByReference(_ draft: LoginDraft) throws {
    let reference = UUID()
    try keychain.set(draft.secret, key: reference.uuidString) // safe: store-database
    let entry = LoginEntry(context: container.viewContext)
    entry.site = draft.site
    entry.keychainItem = reference // safe: store-database
    entry.password = "" // safe: store-database
    try container.viewContext.save()
  }

  func moveToKeychain(_ entry: LoginEntry) throws {
    guard let secret = entry.password else { return }
    let reference = UUID()
    try keychain.set(secret, key: reference.uuidString)
    entry.keychainItem = reference
    entry.setValue(nil, forKey: #keyPath(LoginEntry.password)) // safe: store-database
    try entry.managedObjectContext?.save()
  }

  func attach(_ draft: CardDraft, to entry: LoginEntry) throws {
    guard let context = entry.managedObjectContext else { return }
    let card = CardEntry(context: context)
    fill(card, brand: draft.brand, number: draft.pan)
    card.cvv2 = draft.securityCode // weak: store-database file
    card.pinRequired = draft.asksForPin // safe: store-database
    card.login = entry
    try context.save()
  }

  private func fill(_ card: CardEntry, brand: String, number: String) {
    card.brand = brand
    card.creditCardNumber = number.filter(\.isNumber) // weak: store-database helper
  }
}
