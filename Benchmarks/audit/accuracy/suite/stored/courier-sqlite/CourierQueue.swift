import FMDB
import Foundation

struct Drop {
  let parcel: Int
  let recipientPhone: String
  let isPhoneMasked: Bool
}

final class CourierQueue {
  private let queue: FMDatabaseQueue

  init?(path: String) {
    guard let queue = FMDatabaseQueue(path: path) else { return nil }
    self.queue = queue
  }

  func enqueue(_ drop: Drop) {
    queue.inTransaction { db, rollback in
      do {
        let insertion = "INSERT INTO drops (parcel, phone) VALUES (?, ?)"
        try db.executeUpdate(insertion, values: [drop.parcel, drop.recipientPhone]) // weak: store-database helper
        try db.executeUpdate("UPDATE drops SET phone_masked = ?", values: [drop.isPhoneMasked]) // safe: store-database
      } catch {
        rollback.pointee = true
      }
    }
  }

  func signedIn(courier: Int, passwd: String, shiftEnds: Date) {
    queue.inDatabase { db in
      let row: [String: Any] = ["courier": courier, "secret": passwd]
      db.executeUpdate("REPLACE INTO logins VALUES (:courier, :secret)", withParameterDictionary: row) // weak: store-database direct
      db.executeUpdate("UPDATE logins SET token_expiry = ?", withArgumentsIn: [shiftEnds]) // safe: store-database
    }
  }

  func signedOut(courier: Int) {
    queue.inDatabase { db in
      db.executeUpdate("UPDATE logins SET secret = ? WHERE courier = ?", withArgumentsIn: [NSNull(), courier]) // safe: store-database
    }
  }
}
