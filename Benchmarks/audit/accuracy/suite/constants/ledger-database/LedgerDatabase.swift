import Foundation
import GRDB
import KeychainAccess

enum LedgerSchema {
  static let cachePhrase = "ledger" + "Cache" + "!77"
  static let keychainItem = "ledger-db-passphrase" // safe: constant-password
}

final class LedgerDatabase {
  let pool: DatabasePool
  let cache: DatabaseQueue

  init(folder: URL, keychain: Keychain) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      let passphrase = try LedgerDatabase.passphrase(from: keychain)
      try db.usePassphrase(passphrase) // safe: constant-password
      try db.execute(sql: "PRAGMA kdf_iter = 256000") // safe: weak-iterations
    }
    pool = try DatabasePool(path: folder.appendingPathComponent("ledger.db").path, configuration: configuration)

    var cacheConfiguration = Configuration()
    cacheConfiguration.prepareDatabase { db in
      try db.usePassphrase(LedgerSchema.cachePhrase) // weak: constant-password helper
    }
    cache = try DatabaseQueue(path: folder.appendingPathComponent("cache.db").path, configuration: cacheConfiguration)
  }

  static func importQueue(at url: URL, passphrase: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.usePassphrase(passphrase)
      try db.execute(sql: "PRAGMA kdf_iter = 4000") // weak: weak-iterations direct
    }
    return try DatabaseQueue(path: url.path, configuration: configuration)
  }

  func rekeyCache() throws {
    try cache.barrierWriteWithoutTransaction { db in
      try db.changePassphrase("ledger.cache.rotated") // weak: constant-password direct
    }
  }

  private static func passphrase(from keychain: Keychain) throws -> Data {
    if let stored = try keychain.getData(LedgerSchema.keychainItem) { return stored }
    var fresh = Data(count: 48)
    let status = fresh.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 48, $0.baseAddress!) }
    guard status == errSecSuccess else { throw DatabaseError(resultCode: .SQLITE_AUTH) }
    try keychain.set(fresh, key: LedgerSchema.keychainItem)
    return fresh
  }
}
