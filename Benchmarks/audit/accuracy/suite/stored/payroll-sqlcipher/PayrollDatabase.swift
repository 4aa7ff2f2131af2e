import Foundation
import GRDB
import Security

struct Employee: Codable, FetchableRecord, PersistableRecord {
  var id: Int64
  var name: String
  var kojinBango: String
  var iban: String
  var birthDate: Date
}

enum DatabaseKey {
  static func load() throws -> Data {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: "example.payroll.db",
      kSecReturnData: true,
    ]
    var item: CFTypeRef?
    if SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess, let data = item as? Data { return data }
    var bytes = Data(count: 32)
    let status = bytes.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 32, $0.baseAddress!) }
    guard status == errSecSuccess else { throw CocoaError(.fileReadUnknown) }
    let addition: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: "example.payroll.db",
      kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      kSecValueData: bytes,
    ]
    guard SecItemAdd(addition as CFDictionary, nil) == errSecSuccess else { throw CocoaError(.fileWriteUnknown) }
    return bytes
  }
}

final class PayrollDatabase {
  private let pool: DatabasePool

  init(path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.usePassphrase(DatabaseKey.load())
    }
    pool = try DatabasePool(path: path, configuration: configuration)
  }

  func hire(_ employee: Employee) throws {
    try pool.write { db in
      try employee.insert(db) // safe: store-database
    }
  }

  func correct(myNumber: String, for id: Int64) throws {
    try pool.write { db in
      try db.execute(sql: "UPDATE employee SET kojinBango = ? WHERE id = ?", arguments: [myNumber, id]) // safe: store-database
    }
  }

  func moveAccount(of id: Int64, to iban: String) throws {
    _ = try pool.write { db in
      try Employee.filter(key: id).updateAll(db, Column("iban").set(to: iban)) // safe: store-database
    }
  }

  func all() throws -> [Employee] {
    try pool.read { try Employee.fetchAll($0) }
  }
}
