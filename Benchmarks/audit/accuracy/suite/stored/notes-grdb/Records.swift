import Foundation
import GRDB

struct Account: Codable, Identifiable, FetchableRecord, PersistableRecord {
  var id: String
  var label: String
  var apiSecret: String?
  var sealedSecret: Data?
  var secretVersion: Int

  static let databaseTableName = "account"
}

struct LockedNote: Codable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var title: String
  var passphrase: String?
  var passphraseHash: String?
  var isPasswordProtected: Bool

  mutating func didInsert(_ inserted: InsertionSuccess) {
    id = inserted.rowID
  }
}

struct Grant: Decodable {
  let access_token: String
  let token_type: String
  let expires_in: Int
}
