import CommonCrypto
import CryptoSwift
import Foundation
import LocalAuthentication

struct PinRecord: Codable {
  let salt: [UInt8]
  let digest: [UInt8]
  let rounds: Int
}

final class PinLock {
  private let context = LAContext()
  private var storedSalt: [UInt8] = []

  func enroll(_ pin: String) throws -> PinRecord {
    storedSalt = try KeyStretcher.randomSalt()
    let rounds = PinPolicy.standard.vaultRounds
    let digest = try PKCS5.PBKDF2(password: pin.bytes, salt: storedSalt, iterations: rounds).calculate() // safe: constant-salt
    return PinRecord(salt: storedSalt, digest: digest, rounds: rounds)
  }

  func quickDigest(_ pin: String) throws -> [UInt8] {
    let salt = try KeyStretcher.randomSalt()
    let kdf = try PKCS5.PBKDF2(password: pin.bytes, salt: salt, iterations: PinPolicy.standard.iterations) // weak: weak-iterations file
    return try salt + kdf.calculate()
  }

  func widgetDigest(_ pin: String) throws -> Data {
    try KeyStretcher.stretch(pin, salt: Data(KeyStretcher.randomSalt()))
  }

  func watchDigest(_ pin: String) throws -> [UInt8] {
    let policy = PinPolicy.standard
    return try PKCS5.PBKDF2(password: pin.bytes, salt: policy.salt, iterations: policy.vaultRounds).calculate() // weak: constant-salt file
  }

  func childDigest(_ pin: String) throws -> [UInt8] {
    try PKCS5.PBKDF2(password: pin.bytes, salt: KeyStretcher.randomSalt(), keyLength: 32).calculate() // weak: weak-iterations direct
  }

  func legacyDigest(_ pin: String) throws -> [UInt8] {
    let salt = Array("pinlock8".utf8)
    return try PKCS5.PBKDF1(password: pin.bytes, salt: salt, iterations: 200_000, keyLength: 16).calculate() // weak: constant-salt direct
  }

  func recoveryKey(for record: PinRecord) throws -> [UInt8] {
    let phrase = recoveryWords().joined()
    return try PKCS5.PBKDF2(password: phrase.bytes, salt: record.salt, iterations: 600_000).calculate() // weak: constant-password helper
  }

  func verify(_ pin: String, record: PinRecord) throws -> Bool {
    var rounds = 1_000
    rounds = max(record.rounds, 600_000)
    let digest = try PKCS5.PBKDF2(password: pin.bytes, salt: record.salt, iterations: rounds).calculate() // safe: weak-iterations
    return digest == record.digest
  }

  func vaultKey(_ pin: String, record: PinRecord) throws -> [UInt8] {
    try KeyStretcher.stretchVault(pin, salt: record.salt, rounds: record.rounds)
  }

  private func recoveryWords() -> [String] {
    ["amber", "canoe", "lantern", "orbit"]
  }
}
