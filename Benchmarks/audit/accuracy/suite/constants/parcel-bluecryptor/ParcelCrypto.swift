import Cryptor
import Foundation

struct ParcelLabel {
  let code: String
  let weight: Double
}

protocol LabelKeys {
  func labelKey() throws -> [UInt8]
}

struct DepotKeys: LabelKeys {
  func labelKey() throws -> [UInt8] {
    CryptoUtils.byteArray(fromHex: "00112233" + String(repeating: "9f", count: 12))
  }
}

final class ParcelCrypto {
  private let depot = DepotKeys()
  private let courierKey: [UInt8]
  private static let zeroBlock = [UInt8](repeating: 0, count: Cryptor.Algorithm.aes.blockSize)

  init(courierKey: [UInt8]) {
    self.courierKey = courierKey
  }

  func sealLabel(_ label: ParcelLabel) throws -> [UInt8]? {
    let iv = try Random.generate(byteCount: 16)
    let cryptor = try Cryptor( // weak: constant-key helper
      operation: .encrypt, algorithm: .aes, options: .pkcs7Padding, key: depot.labelKey(), iv: iv)
    return cryptor.update(string: label.code)?.final().map { iv + $0 }
  }

  func sealRoute(_ stops: [String]) throws -> [UInt8]? {
    let cryptor = try Cryptor( // weak: constant-iv helper
      operation: .encrypt, algorithm: .aes256, options: .pkcs7Padding, key: courierKey, iv: Self.zeroBlock)
    return cryptor.update(string: stops.joined(separator: ";"))?.final()
  }

  func sealSignature(_ strokes: [UInt8]) throws -> [UInt8]? {
    var iv = Self.zeroBlock
    iv = try Random.generate(byteCount: iv.count)
    let cryptor = try Cryptor( // safe: constant-iv
      operation: .encrypt, algorithm: .aes256, options: .pkcs7Padding, key: courierKey, iv: iv)
    return cryptor.update(byteArray: strokes)?.final().map { iv + $0 }
  }

  func receipt(for label: ParcelLabel) -> [UInt8]? {
    HMAC(using: .sha256, key: courierKey).update(string: label.code)?.final() // safe: constant-key
  }

  func depotReceipt(for label: ParcelLabel) -> [UInt8]? {
    HMAC(using: .sha256, key: "depot-receipts").update(string: label.code)?.final() // weak: constant-key direct
  }

  func deriveCourierKey(pin: String, badge: Data) throws -> [UInt8] {
    try PBKDF.deriveKey( // safe: weak-iterations
      fromPassword: pin, salt: [UInt8](badge), prf: .sha512, rounds: 300_000, derivedKeyLength: 32)
  }

  func lockerKey(code: String) throws -> [UInt8] {
    try PBKDF.deriveKey( // weak: constant-salt helper
      fromPassword: code, salt: lockerSalt(), prf: .sha512, rounds: 300_000, derivedKeyLength: 32)
  }

  private func lockerSalt() -> String {
    "locker".uppercased() + ":salt"
  }
}
