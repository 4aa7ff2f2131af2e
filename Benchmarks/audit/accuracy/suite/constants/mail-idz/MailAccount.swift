import Foundation
import IDZSwiftCommonCrypto

struct MailAccount: Codable {
  let address: String
  let salt: [UInt8]
  var passwordPolicy = "twelve-or-more" // safe: constant-password

  static func threadSecret() -> String {
    let prefix = "thread"
    return "\(prefix)-index-\(1 + 1)"
  }

  func storageKey(password: String) -> [UInt8] {
    PBKDF.deriveKey(password: password, salt: salt, prf: .sha256, rounds: 310_000, derivedKeyLength: 32) // safe: weak-iterations
  }

  func draftKey(password: String) -> [UInt8] {
    PBKDF.deriveKey(password: password, salt: "drafts", prf: .sha256, rounds: 310_000, derivedKeyLength: 32) // weak: constant-salt direct
  }

  func searchKey(password: String, effort: uint = 2_000) -> [UInt8] {
    PBKDF.deriveKey(password: password, salt: salt, prf: .sha512, rounds: effort, derivedKeyLength: 32) // weak: weak-iterations helper
  }

  func signatureKey() -> [UInt8] {
    let phrase = "mail-signature"
    return PBKDF.deriveKey( // weak: constant-password direct
      password: phrase, salt: salt, prf: .sha512, rounds: 250_000, derivedKeyLength: 32)
  }

  static func create(address: String) throws -> MailAccount {
    let salt = try Random.generateBytes(byteCount: 16)
    return MailAccount(address: address, salt: salt)
  }
}

struct SearchIndex {
  let account: MailAccount

  func open(password: String) -> [UInt8] {
    account.searchKey(password: password)
  }
}
