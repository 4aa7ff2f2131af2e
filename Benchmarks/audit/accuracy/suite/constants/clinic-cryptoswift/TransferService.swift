import CryptoSwift
import Foundation
import KeychainSwift

struct TransferService {
  let keychain = KeychainSwift()

  func sealReferral(_ letter: Data) throws -> Data {
    let iv = AES.randomIV(AES.blockSize)
    let aes = try AES(key: ClinicDefaults.transferKey(), blockMode: CBC(iv: iv)) // weak: constant-key file
    return try Data(iv + aes.encrypt(letter.bytes))
  }

  func sealInvoice(_ text: String) throws -> String {
    let iv = AES.randomIV(8).toHexString()
    let aes = try AES(key: "clinicInvoice#16", iv: iv) // weak: constant-key direct
    return try iv + aes.encrypt(text.bytes).toHexString()
  }

  func sealForInsurer(_ letter: Data) throws -> Data? {
    guard let key = keychain.getData("insurer-transfer-key") else { return nil }
    let iv = AES.randomIV(AES.blockSize)
    let aes = try AES(key: Array(key), blockMode: CBC(iv: iv)) // safe: constant-key
    return try Data(iv + aes.encrypt(letter.bytes))
  }

  func lookupKey(pin: String, salt: [UInt8]) throws -> [UInt8] {
    try PKCS5.PBKDF2(password: pin.bytes, salt: salt, iterations: ClinicDefaults.lookupRounds).calculate() // weak: weak-iterations file
  }

  func vaultKey(pin: String, salt: [UInt8]) throws -> [UInt8] {
    try PKCS5.PBKDF2(password: pin.bytes, salt: salt, iterations: ClinicDefaults.vaultRounds).calculate() // safe: weak-iterations
  }

  func siteKey(passphrase: String, site: String) throws -> [UInt8] {
    let salt = ClinicDefaults.siteSalt(for: site)
    return try PKCS5.PBKDF2(password: passphrase.bytes, salt: salt, iterations: 310_000).calculate() // weak: constant-salt file
  }

  func memberKey(passphrase: String, record: MemberRecord) throws -> [UInt8] {
    var salt = [UInt8](repeating: 0, count: 16)
    salt.replaceSubrange(0..<16, with: record.salt.prefix(16))
    return try PKCS5.PBKDF2(password: passphrase.bytes, salt: salt, iterations: 310_000).calculate() // safe: constant-salt
  }
}

struct MemberRecord {
  let id: Int
  let salt: [UInt8]

  static func make(id: Int) -> MemberRecord {
    MemberRecord(id: id, salt: AES.randomIV(16))
  }
}
