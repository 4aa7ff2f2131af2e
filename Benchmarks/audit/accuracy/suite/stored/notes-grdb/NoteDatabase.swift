import CryptoKit
import Foundation
import GRDB
import Sodium

final class NoteDatabase {
  private let pool: DatabasePool
  private let sodium = Sodium()
  private let scratch: DatabaseQueue

  init(folder: URL) throws {
    pool = try DatabasePool(path: folder.appendingPathComponent("notes.sqlite").path)
    scratch = try DatabaseQueue()
  }

  func connect(id: String, label: String, secret: String) async throws {
    try await pool.write { db in
      try Account(id: id, label: label, apiSecret: secret, sealedSecret: nil, secretVersion: 1).insert(db) // weak: store-database direct
    }
  }

  func connect(id: String, label: String, secret: String, key: SymmetricKey) async throws {
    let box = try AES.GCM.seal(Data(secret.utf8), using: key).combined
    try await pool.write { db in
      try Account(id: id, label: label, apiSecret: nil, sealedSecret: box, secretVersion: 2).insert(db) // safe: store-database
    }
  }

  func add(title: String, lockedWith passphrase: String) throws {
    try pool.write { db in
      _ = try LockedNote(title: title, passphrase: passphrase, isPasswordProtected: true).inserted(db) // weak: store-database direct
    }
  }

  func lockHashed(_ note: LockedNote, with passphrase: String) throws {
    let hash = sodium.pwHash.str(
      passwd: Array(passphrase.utf8),
      opsLimit: sodium.pwHash.OpsLimitModerate,
      memLimit: sodium.pwHash.MemLimitModerate
    )
    var locked = note
    try pool.write { db in
      try locked.updateChanges(db) { $0.passphraseHash = hash } // safe: store-database
    }
  }

  func changePassphrase(of note: LockedNote, to newPassphrase: String) throws {
    var changed = note
    try pool.write { db in
      _ = try changed.updateChanges(db) { $0.passphrase = newPassphrase } // weak: store-database direct
    }
  }

  func granted(_ grant: Grant, account: String) throws {
    try pool.write { db in
      let renewal = "UPDATE session SET value = ? WHERE account = ?"
      try db.execute(sql: renewal, arguments: [grant.access_token, account]) // weak: store-database file
      try db.execute(sql: "UPDATE session SET token_ttl = ?", arguments: [grant.expires_in]) // safe: store-database
    }
  }

  func preview(_ grant: Grant) throws {
    try scratch.write { db in
      try db.execute(sql: "INSERT INTO preview (token) VALUES (?)", arguments: [grant.access_token]) // safe: store-database
    }
  }

  func rotate(to secret: String, matching label: String) throws {
    _ = try pool.write { db in
      try Account.filter(Column("label") == label).updateAll(db, Column("apiSecret").set(to: secret)) // weak: store-database direct
    }
  }

  func bumpVersions() throws {
    _ = try pool.write { db in
      try Account.updateAll(db, Column("secretVersion") += 1, Column("apiSecret").set(to: nil)) // safe: store-database
    }
  }
}
