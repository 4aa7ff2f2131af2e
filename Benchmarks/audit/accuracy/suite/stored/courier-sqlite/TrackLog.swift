import CoreLocation
import CryptoKit
import Foundation
import SQLite3

private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

final class TrackLog {
  private var db: OpaquePointer?
  private let rowKey: SymmetricKey

  init?(path: String, rowKey: SymmetricKey) {
    self.rowKey = rowKey
    guard sqlite3_open(path, &db) == SQLITE_OK else { return nil }
  }

  deinit { sqlite3_close(db) }

  func log(_ location: CLLocation, satellites: Int32) {
    run("INSERT INTO track (lat, lon, location_samples) VALUES (?, ?, ?)") { statement in
      sqlite3_bind_double(statement, 1, location.coordinate.latitude) // weak: store-database direct
      sqlite3_bind_double(statement, 2, location.coordinate.longitude) // weak: store-database direct
      sqlite3_bind_int(statement, 3, satellites)
    }
  }

  func keepGateCode(_ pinCode: String, gate: Int64) {
    run("INSERT INTO gates (gate, code, digits) VALUES (?, ?, ?)") { statement in
      sqlite3_bind_int64(statement, 1, gate)
      bindGateCode(pinCode, to: statement)
      sqlite3_bind_int(statement, 3, Int32(pinCode.count))
    }
  }

  func keepSealed(addressLine: String, drop: Int64) throws {
    guard let box = try AES.GCM.seal(Data(addressLine.utf8), using: rowKey).combined else { return }
    run("UPDATE drops SET address = ? WHERE id = ?") { statement in
      _ = box.withUnsafeBytes { raw in
        sqlite3_bind_blob(statement, 1, raw.baseAddress, Int32(raw.count), transient) // safe: store-database
      }
      sqlite3_bind_int64(statement, 2, drop)
    }
  }

  func clearAddress(drop: Int64) {
    run("UPDATE drops SET address = ? WHERE id = ?") { statement in
      sqlite3_bind_null(statement, 1) // safe: store-database
      sqlite3_bind_int64(statement, 2, drop)
    }
  }

  private func bindGateCode(_ pinCode: String, to statement: OpaquePointer?) {
    sqlite3_bind_text(statement, 2, pinCode, -1, transient) // weak: store-database helper
  }

  private func run(_ sql: String, _ bindings: (OpaquePointer?) -> Void) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(db, sql, -1, &statement, nil) == SQLITE_OK else { return }
    bindings(statement)
    sqlite3_step(statement)
    sqlite3_finalize(statement)
  }
}
