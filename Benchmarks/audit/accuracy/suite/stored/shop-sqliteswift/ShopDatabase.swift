import CryptoSwift
import Foundation
import SQLite

final class ShopDatabase {
  private let db: Connection

  init(path: String) throws {
    db = try Connection(path)
  }

  func register(_ form: OrderForm) throws -> Int64 {
    let name = Customers.nickname <- form.nickname
    let id = try db.run(Customers.table.insert(name, Customers.tel <- form.mobilePhone)) // weak: store-database file
    let row = Customers.table.filter(Customers.id == id)
    try db.run(row.update(Customers.hasPassword <- !form.cvv.isEmpty)) // safe: store-database
    return id
  }

  func move(customer: Int64, to homeAddress: String) throws {
    let row = Customers.table.filter(Customers.id == customer)
    try db.run(row.update(Customers.addr <- homeAddress)) // weak: store-database direct
  }

  func pay(customer: Int64, form: OrderForm) throws {
    let digits = form.cardNumber.replacingOccurrences(of: " ", with: "")
    let owner = Payments.customer <- customer
    try db.run(Payments.table.insert(or: .replace, owner, Payments.ccNo <- digits)) // weak: store-database file
    try db.run(Payments.table.update(Payments.cardType <- form.scheme, Payments.validCvv <- true)) // safe: store-database
  }

  func paySealed(customer: Int64, form: OrderForm, key: [UInt8]) throws {
    let iv = AES.randomIV(12)
    let aes = try AES(key: key, blockMode: GCM(iv: iv, mode: .combined), padding: .noPadding)
    let box = iv + (try aes.encrypt(Array(form.cardNumber.utf8)))
    try db.run(Payments.table.insert(Payments.customer <- customer, Payments.sealed <- Blob(bytes: box))) // safe: store-database
  }

  func remember(voucherPin: String, customer: Int64) throws {
    let statement = try db.prepare("INSERT INTO vouchers (customer_id, code) VALUES (?, ?)")
    try statement.run(customer, voucherPin) // weak: store-database direct
  }

  func countVoucherPins(_ pins: [String], customer: Int64) throws {
    try db.run("UPDATE vouchers SET pin_count = ? WHERE customer_id = ?", pins.count, customer)
  }

  func forget(customer: Int64) throws {
    let row = Customers.table.filter(Customers.id == customer)
    try db.run(row.update(Customers.tel <- nil, Customers.addr <- nil)) // safe: store-database
  }
}
