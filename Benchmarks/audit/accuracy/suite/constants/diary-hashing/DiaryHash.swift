import Argon2Swift
import BCryptSwift
import CryptoSwift
import Foundation

enum HashCost {
  static let quick: UInt = 6
  static let regular: UInt = 12
}

final class DiaryHash {
  private let fixedSalt = "$2a$12$Nb0gC8cEwqRkYdL1m9sZuO"
  private var userSalt = ""
  private var scryptBlock: Int { 1 << 10 }

  func hashForWidget(_ password: String) -> String? {
    let salt = BCryptSwift.generateSaltWithNumberOfRounds(HashCost.quick) // weak: weak-iterations helper
    return BCryptSwift.hashPassword(password, withSalt: salt)
  }

  func hashForDiary(_ password: String) -> String? {
    userSalt = BCryptSwift.generateSaltWithNumberOfRounds(HashCost.regular) // safe: weak-iterations
    return BCryptSwift.hashPassword(password, withSalt: userSalt) // safe: constant-salt
  }

  func hashForPartner(_ password: String) -> String? {
    BCryptSwift.hashPassword(password, withSalt: fixedSalt) // weak: constant-salt helper
  }

  func argonForSync(_ password: String) throws -> String {
    let salt = Salt(bytes: Data("diary-sync-argon".utf8))
    return try Argon2Swift.hashPasswordString( // weak: constant-salt direct
      password: password, salt: salt, iterations: 3, memory: 65_536, parallelism: 4, length: 32, type: .id).encodedString()
  }

  func argonForDevice(_ password: String) throws -> String {
    let salt = Salt.newSalt()
    return try Argon2Swift.hashPasswordString( // safe: constant-salt
      password: password, salt: salt, iterations: 3, memory: 65_536, parallelism: 4, length: 32, type: .id).encodedString()
  }

  func scryptForPhotos(_ password: String, salt: [UInt8]) throws -> [UInt8] {
    try Scrypt(password: password.bytes, salt: salt, dkLen: 32, N: scryptBlock, r: 8, p: 1).calculate() // weak: weak-iterations helper
  }

  func scryptForVideos(_ password: String, salt: [UInt8]) throws -> [UInt8] {
    try Scrypt(password: password.bytes, salt: salt, dkLen: 32, N: 131_072, r: 8, p: 1).calculate() // safe: weak-iterations
  }

  func scryptForExport(_ password: String) throws -> [UInt8] {
    let salt = DiaryInfo.exportSalt
    return try Scrypt(password: password.bytes, salt: salt, dkLen: 32, N: 131_072, r: 8, p: 1).calculate() // weak: constant-salt file
  }

  func scryptForAudio(_ password: String) throws -> (salt: [UInt8], key: [UInt8]) {
    let salt = DiaryInfo.freshSalt()
    let key = try Scrypt(password: password.bytes, salt: salt, dkLen: 32, N: 131_072, r: 8, p: 1).calculate() // safe: constant-salt
    return (salt, key)
  }
}
