import CryptoKit
import Foundation

enum JournalCipherError: Error {
  case unknownFormat
}

// 日記の暗号化。

/// A record is a format byte, a salt of 16 random bytes, and an AES-GCM box.
///
/// The key of the box is derived from
/// the journal key with that salt; the box is bound to its format and to the record it belongs to.
struct JournalCipher: Sendable {
  private static let format: UInt8 = 4
  private static let saltSize = 16
  private static let label = Data("tsukimi journal record".utf8)

  private let key: SymmetricKey

  init(key: SymmetricKey) {
    self.key = key
  }

  func seal(_ plain: Data, record: String) throws -> Data {
    let salt = try SecureRandom.bytes(count: Self.saltSize)
    let box = try AES.GCM.seal(plain, using: recordKey(salt), authenticating: context(record))
    guard let combined = box.combined else { throw JournalCipherError.unknownFormat }
    return Data([Self.format]) + salt + combined
  }

  func open(_ sealed: Data, record: String) throws -> Data {
    guard sealed.first == Self.format, sealed.count > 1 + Self.saltSize else {
      throw JournalCipherError.unknownFormat
    }
    let salt = sealed.dropFirst().prefix(Self.saltSize)
    let box = try AES.GCM.SealedBox(combined: sealed.dropFirst(1 + Self.saltSize))
    return try AES.GCM.open(box, using: recordKey(salt), authenticating: context(record))
  }

  private func recordKey(_ salt: Data) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: Self.label, outputByteCount: 32)
  }

  private func context(_ record: String) -> Data {
    Data([Self.format]) + Data(record.utf8)
  }
}
