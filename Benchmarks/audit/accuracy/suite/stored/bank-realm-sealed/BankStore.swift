import Foundation
import KeychainAccess
import RealmSwift

enum RealmKey {
  static func load() throws -> Data {
    let keychain = Keychain(service: "example.bank.realm").accessibility(.whenUnlockedThisDeviceOnly)
    if let stored = try keychain.getData("key") { return stored }
    var key = Data(count: 64)
    let status = key.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 64, $0.baseAddress!) }
    guard status == errSecSuccess else { throw CocoaError(.coderInvalidValue) }
    try keychain.set(key, key: "key")
    return key
  }
}

final class BankStore {
  private let realm: Realm

  init() throws {
    let configuration = Realm.Configuration(encryptionKey: try RealmKey.load(), schemaVersion: 3)
    realm = try Realm(configuration: configuration)
  }

  func add(alias: String, acctNum: String, phone: String) throws {
    let beneficiary = Beneficiary()
    beneficiary.alias = alias
    beneficiary.acctNum = acctNum // safe: store-database
    beneficiary.phone = phone // safe: store-database
    try realm.write { realm.add(beneficiary) }
  }

  func bind(device: String, pin: String, refreshToken: String) throws {
    try realm.write {
      let value = ["deviceId": device, "pin": pin, "refreshToken": refreshToken]
      realm.create(DeviceBinding.self, value: value, update: .all) // safe: store-database
    }
    UserDefaults.standard.set(refreshToken, forKey: "binding.\(device)") // weak: store-preferences direct
    UserDefaults.standard.set(device.isEmpty, forKey: "pinMissing") // safe: store-preferences
  }

  func renew(_ refreshToken: String, device: String) throws {
    try realm.write {
      realm.object(ofType: DeviceBinding.self, forPrimaryKey: device)?.refreshToken = refreshToken // safe: store-database
    }
  }
}

final class Outbox {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("outbox.json")

  func park(_ transfers: [Transfer]) throws {
    let data = try JSONEncoder().encode(transfers)
    try data.write(to: url, options: .atomic) // weak: store-file file
  }

  func parkTotals(_ transfers: [Transfer]) throws {
    let totals = Dictionary(grouping: transfers, by: \.beneficiary).mapValues { $0.reduce(0) { $0 + $1.cents } }
    try JSONEncoder().encode(totals).write(to: url, options: .completeFileProtection) // safe: store-file
  }
}
