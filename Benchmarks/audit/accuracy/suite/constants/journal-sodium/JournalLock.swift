import Foundation
import Sodium

struct JournalLock {
  private let sodium = Sodium()
  private let salt: Bytes
  private let appSalt: Bytes = [0x6a, 0x6f, 0x75, 0x72, 0x6e, 0x61, 0x6c, 0x2d, 0x6c, 0x6f, 0x63, 0x6b, 0x2d, 0x76, 0x30, 0x31]

  init(storedSalt: Bytes?) {
    salt = storedSalt ?? sodium.randomBytes.buf(length: sodium.pwHash.SaltBytes)!
  }

  func unlockKey(passphrase: String) -> Bytes? {
    sodium.pwHash.hash( // safe: constant-salt
      outputLength: 32, passwd: passphrase.bytes, salt: salt,
      opsLimit: sodium.pwHash.OpsLimitModerate, memLimit: sodium.pwHash.MemLimitModerate)
  }

  func previewKey(passphrase: String) -> Bytes? {
    sodium.pwHash.hash( // weak: constant-salt helper
      outputLength: 32, passwd: passphrase.bytes, salt: appSalt,
      opsLimit: sodium.pwHash.OpsLimitModerate, memLimit: sodium.pwHash.MemLimitModerate)
  }

  func syncKey(passphrase: String) -> Bytes? {
    let salt = Bytes(repeating: 0, count: sodium.pwHash.SaltBytes)
    return sodium.pwHash.hash( // weak: constant-salt direct
      outputLength: 32, passwd: passphrase.bytes, salt: salt,
      opsLimit: sodium.pwHash.OpsLimitSensitive, memLimit: sodium.pwHash.MemLimitSensitive)
  }

  func verifier(passphrase: String) -> String? {
    sodium.pwHash.str(passwd: passphrase.bytes, // safe: constant-salt
                      opsLimit: sodium.pwHash.OpsLimitInteractive,
                      memLimit: sodium.pwHash.MemLimitInteractive)
  }
}

enum JournalSettings {
  static let reminderHour = 21
  static let attestKey = Bytes("attest-journal-exports-2022-key!".utf8)
  static let lockEnabledKey = "journal.lock.enabled" // safe: constant-key

  static var isLockEnabled: Bool {
    UserDefaults.standard.bool(forKey: lockEnabledKey)
  }
}
