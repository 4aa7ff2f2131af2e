import CryptoSwift
import Foundation

protocol SegmentCipher {
  func seal(_ segment: [UInt8]) throws -> [UInt8]
}

struct RabbitSegments: SegmentCipher {
  private let stationKey = Array<UInt8>(hex: "0x53280940704f1bd2a96e31c85fb7e40d")

  func seal(_ segment: [UInt8]) throws -> [UInt8] {
    let iv = AES.randomIV(8)
    return try iv + Rabbit(key: stationKey, iv: iv).encrypt(segment) // weak: constant-key helper
  }
}

struct ChaChaSegments: SegmentCipher {
  let sessionKey: [UInt8]
  var nonce: [UInt8] { Array("radio-nonce!".utf8) }

  func seal(_ segment: [UInt8]) throws -> [UInt8] {
    try ChaCha20(key: sessionKey, iv: nonce).encrypt(segment) // weak: constant-iv helper
  }
}

struct SealedSegments: SegmentCipher {
  let sessionKey: [UInt8]
  let channel: String

  func seal(_ segment: [UInt8]) throws -> [UInt8] {
    let nonce = AES.randomIV(12)
    let header = Array("segment/1".utf8)
    let sealed = try AEADChaCha20Poly1305.encrypt(segment, key: sessionKey, iv: nonce, authenticationHeader: header) // safe: constant-iv
    return nonce + sealed.cipherText + sealed.authenticationTag
  }

  func sealJingle(_ audio: [UInt8]) throws -> [UInt8] {
    let nonce: [UInt8] = [0, 0, 0, 0, 0x4a, 0x49, 0x4e, 0x47, 0x4c, 0x45, 0, 1]
    let sealed = try AEADChaCha20Poly1305.encrypt(audio, key: sessionKey, iv: nonce, authenticationHeader: []) // weak: constant-iv direct
    return sealed.cipherText + sealed.authenticationTag
  }
}

struct ArchiveSegments: SegmentCipher {
  private let key: [UInt8]

  init(secret: String = "archive-station-secret") {
    key = secret.bytes
  }

  func seal(_ segment: [UInt8]) throws -> [UInt8] {
    let iv = AES.randomIV(Blowfish.blockSize)
    return try iv + Blowfish(key: key, blockMode: CBC(iv: iv), padding: .pkcs7).encrypt(segment) // weak: constant-key helper
  }
}

enum Archives {
  static func current() -> SegmentCipher { ArchiveSegments() }
}
