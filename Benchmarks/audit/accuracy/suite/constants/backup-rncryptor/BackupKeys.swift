import Foundation
import KeychainAccess
import RNCryptor

struct Plant: Codable {
  let name: String
  let plantedAt: Date
}

struct BackupKeys {
  let cipher: Data
  let mac: Data

  static func load(from keychain: Keychain) throws -> BackupKeys {
    if let cipher = try keychain.getData("backup-cipher"), let mac = try keychain.getData("backup-mac") {
      return BackupKeys(cipher: cipher, mac: mac)
    }
    let keys = BackupKeys(
      cipher: RNCryptor.randomData(ofLength: RNCryptor.FormatV3.keySize),
      mac: RNCryptor.randomData(ofLength: RNCryptor.FormatV3.keySize))
    try keychain.set(keys.cipher, key: "backup-cipher") // safe: constant-key
    try keychain.set(keys.mac, key: "backup-mac")
    return keys
  }

  static var shared: BackupKeys {
    let block = Data(bytes: Array("garden-share-key".utf8), count: 16)
    return BackupKeys(cipher: block + block, mac: Data(repeating: 0x11, count: 32))
  }
}

struct ShareLink {
  let plants: [Plant]

  func payload() throws -> Data {
    let keys = BackupKeys.shared
    let data = try JSONEncoder().encode(plants)
    return RNCryptor.EncryptorV3(encryptionKey: keys.cipher, hmacKey: keys.mac).encrypt(data: data) // weak: constant-key helper
  }
}
