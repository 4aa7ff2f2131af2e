import CryptoSwift
import Foundation
import RealmSwift

actor HotelLogins {
  private let configuration: Realm.Configuration

  init(folder: URL) {
    configuration = Realm.Configuration(fileURL: folder.appendingPathComponent("hotels.realm"))
  }

  func remember(hotel: String, passcode: String) throws {
    let realm = try Realm(configuration: configuration)
    let login = HotelLogin()
    login.hotel = hotel
    login.passwd = passcode // weak: store-database direct
    try realm.write { realm.add(login, update: .modified) }
  }

  func rememberDigest(hotel: String, passcode: String, salt: [UInt8]) throws {
    let hash = try Scrypt(password: Array(passcode.utf8), salt: salt, dkLen: 32, N: 32768, r: 8, p: 1).calculate()
    let realm = try Realm(configuration: configuration)
    let login = HotelLogin()
    login.hotel = hotel
    login.passwdDigest = hash.toHexString() // safe: store-database
    try realm.write { realm.add(login, update: .modified) }
  }

  func importLogins(_ rows: [(hotel: String, secret: String)]) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write {
      for row in rows {
        let known = realm.object(ofType: HotelLogin.self, forPrimaryKey: row.hotel)
        known?.setValue(row.secret, forKey: "passwd") // weak: store-database direct
        known?.loginCount += 1
      }
    }
  }
}
