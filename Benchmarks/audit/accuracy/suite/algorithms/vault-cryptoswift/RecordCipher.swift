import CryptoSwift
import Foundation

struct VaultRecord: Codable {
  var title: String
  var body: String
  var tags: [String]
}

final class RecordCipher {
  private let key: [UInt8]

  init(key: [UInt8]) { self.key = key }

  func seal(_ record: VaultRecord) throws -> Data {
    let plain = try JSONEncoder().encode(record)
    let aes = try AES(key: key, blockMode: CipherModes.records, padding: .pkcs7)
    return Data(try aes.encrypt(Array(plain)))
  }

  func sealAttachment(_ data: Data) throws -> Data {
    let iv = AES.randomIV(12)
    let aes = try AES(key: key, blockMode: CipherModes.attachments(iv: iv), padding: .noPadding) // safe: weak-cipher
    return Data(iv + (try aes.encrypt(Array(data))))
  }

  func sealTags(_ record: VaultRecord) throws -> [Data] {
    try record.tags.map { try sealed(Array($0.utf8), with: ECB()) } // weak: ecb helper
  }

  private func sealed(_ bytes: [UInt8], with mode: BlockMode) throws -> Data {
    Data(try AES(key: key, blockMode: mode, padding: .pkcs7).encrypt(bytes))
  }
}

struct LegacyShare {
  let sessionKey: [UInt8]

  func package(_ note: String) throws -> Data {
    let iv = AES.randomIV(Blowfish.blockSize)
    return Data(iv + (try envelope(iv: iv).encrypt(Array(note.utf8))))
  }

  private func envelope(iv: [UInt8]) throws -> Cipher {
    try Blowfish(key: sessionKey, blockMode: CBC(iv: iv), padding: .pkcs7) // weak: weak-cipher helper
  }
}
