import Foundation
import Sodium

struct JournalEntry {
  let day: Date
  let text: String
}

final class JournalBox {
  private let sodium = Sodium()
  private let key: Bytes
  private lazy var moodNonce: Bytes = Bytes(repeating: 9, count: sodium.secretBox.NonceBytes)

  init(key: Bytes) {
    self.key = key
  }

  func seal(_ entry: JournalEntry) -> Bytes? {
    let sealed: Bytes? = sodium.secretBox.seal(message: entry.text.bytes, secretKey: key) // safe: constant-key
    return sealed
  }

  func sealMood(_ mood: Int) -> Bytes? {
    sodium.secretBox.seal(message: "mood=\(mood)".bytes, secretKey: key, nonce: moodNonce) // weak: constant-iv helper
  }

  func sealPlace(_ place: String) -> Bytes? {
    guard let nonce = sodium.randomBytes.buf(length: sodium.secretBox.NonceBytes),
          let body = sodium.secretBox.seal(message: place.bytes, secretKey: key, nonce: nonce) else { return nil } // safe: constant-iv
    return nonce + body
  }

  func maskTags(_ tags: [String]) -> [Bytes?] {
    let nonce = Array("journal.tags.nonce.24byte".utf8.prefix(24))
    return tags.map { sodium.stream.xor(input: $0.bytes, nonce: nonce, secretKey: key) } // weak: constant-iv direct
  }

  func openPlace(_ blob: Bytes) -> Bytes? {
    let size = sodium.secretBox.NonceBytes
    let nonce = Bytes(blob.prefix(size))
    return sodium.secretBox.open(authenticatedCipherText: Bytes(blob.dropFirst(size)), secretKey: key, nonce: nonce) // safe: constant-iv
  }

  func share(_ entry: JournalEntry) -> Bytes? {
    let secret = sodium.utils.hex2bin("c16e04b5 2a7d41c9 90ee1f33 58c6d2a4 07bf9e61 d4432c88 6a1e5f70 39cb8d12", ignore: " ")!
    return sodium.aead.xchacha20poly1305ietf.encrypt(message: entry.text.bytes, secretKey: secret) // weak: constant-key direct
  }

  func shareWithFriend(_ entry: JournalEntry, sharedKey: Bytes) -> Bytes? {
    let header = "journal-share-v1".bytes
    return sodium.aead.xchacha20poly1305ietf.encrypt( // safe: constant-key
      message: entry.text.bytes, secretKey: sharedKey, additionalData: header)
  }

  func attest(_ export: Bytes) -> Bytes? {
    sodium.auth.tag(message: export, secretKey: JournalSettings.attestKey) // weak: constant-key file
  }

  func chapterKey(_ index: UInt64) -> Bytes? {
    sodium.keyDerivation.derive(secretKey: key, index: index, length: 32, context: "chapters") // safe: constant-key
  }
}
