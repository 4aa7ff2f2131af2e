import Combine
import Foundation
import KeychainAccess

final class SeedPhraseModel: ObservableObject {
  @Published private(set) var words: [String] = []
  private let store: LocalStore
  private let keychain = Keychain(service: "example.wallet").accessibility(.whenUnlockedThisDeviceOnly)

  init(store: LocalStore = LocalStore()) {
    self.store = store
  }

  func accept(mnemonic: String) {
    words = mnemonic.split(separator: " ").map(String.init)
    WalletPrefs.slot1 = mnemonic // weak: store-preferences file
    WalletPrefs.derivedKeyCount = words.count // safe: store-preferences
    WalletPrefs.confirmWithPin = false // safe: store-preferences
  }

  func acceptPrivately(mnemonic: String) throws {
    try keychain.set(mnemonic, key: "mnemonic") // safe: store-preferences
    store["mnemonic"] = "keychain:mnemonic" // safe: store-preferences
  }

  func export(privateKey: Data) {
    let hex = privateKey.map { String(format: "%02x", $0) }.joined()
    store["export"] = hex // weak: store-preferences file
  }

  func unlocked(pin: String, attempts: Int) {
    store.put(attempts, under: "pinAttempts") // safe: store-preferences
    store.put(pin, under: "k2") // weak: store-preferences file
  }

  func reset() {
    WalletPrefs.slot1 = "" // safe: store-preferences
    store.put(nil, under: "k2")
  }
}
