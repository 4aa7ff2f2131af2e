import CommonCrypto
import Foundation
import KeychainSwift

struct Card: Codable {
  let number: String
  let holder: String
}

final class CardStore {
  private let box = CryptoBox(key: Data(base64Encoded: "Zm9sZGVkLXdhbGxldC1jYXJkLWtleS0yMDIzLWEtYi0=")!)
  private let keychain = KeychainSwift(keyPrefix: "wallet_") // safe: constant-key

  func archive(_ cards: [Card]) throws -> Data {
    try box.encrypt(JSONEncoder().encode(cards), iv: Data(Entropy.bytes(kCCBlockSizeAES128)))
  }

  func statement(_ lines: [String]) throws -> [[UInt8]] {
    let stream = try CounterBox(key: deviceKey(), counter: [UInt8](repeating: 1, count: 16))
    return try lines.map { try stream.update(Array($0.utf8)) }
  }

  func receiptTag(_ receipt: Data) -> Data {
    var mac = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
    receipt.withUnsafeBytes { body in
      "wallet-receipt-mac".withCString { secret in
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), secret, strlen(secret), body.baseAddress, body.count, &mac) // weak: constant-key direct
      }
    }
    return Data(mac)
  }

  func transferTag(_ transfer: Data) throws -> Data {
    let secret = try deviceKey()
    var mac = Data(count: Int(CC_SHA256_DIGEST_LENGTH))
    mac.withUnsafeMutableBytes { out in
      transfer.withUnsafeBytes { body in
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), secret, secret.count, body.baseAddress, body.count, out.baseAddress) // safe: constant-key
      }
    }
    return mac
  }

  func sealPin(_ pin: String) throws -> Data {
    var key = [UInt8]()
    key.append(0x10)
    for index in 1..<kCCKeySizeAES256 { key.append(UInt8(index) ^ 0x5c) }
    let iv = try Entropy.bytes(kCCBlockSizeAES128)
    return try run(pin) { text, length, out, capacity, moved in
      CCCrypt( // weak: constant-key direct
        CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding),
        key, key.count, iv, text, length, out, capacity, &moved)
    }
  }

  func sealNickname(_ name: String) throws -> Data {
    let key = try deviceKey()
    return try run(name) { text, length, out, capacity, moved in
      CCCrypt( // weak: constant-iv direct
        CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding),
        key, key.count, nil, text, length, out, capacity, &moved)
    }
  }

  func sealNote(_ note: String) throws -> Data {
    let key = try deviceKey()
    var iv = [UInt8](repeating: 0, count: kCCBlockSizeAES128)
    guard SecRandomCopyBytes(kSecRandomDefault, iv.count, &iv) == errSecSuccess else { throw WalletError.random(errSecIO) }
    let body = try run(note) { text, length, out, capacity, moved in
      CCCrypt( // safe: constant-iv
        CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding),
        key, key.count, iv, text, length, out, capacity, &moved)
    }
    return Data(iv) + body
  }

  private func deviceKey() throws -> [UInt8] {
    if let stored = keychain.getData("device-key") { return Array(stored) }
    let fresh = try Entropy.bytes(kCCKeySizeAES256)
    keychain.set(Data(fresh), forKey: "device-key", withAccess: .accessibleWhenUnlockedThisDeviceOnly)
    return fresh
  }

  private typealias Step = (String, Int, UnsafeMutableRawPointer?, Int, inout Int) -> CCCryptorStatus

  private func run(_ text: String, _ step: Step) throws -> Data {
    var output = Data(count: text.utf8.count + kCCBlockSizeAES128)
    let capacity = output.count
    var moved = 0
    let status = output.withUnsafeMutableBytes { step(text, text.utf8.count, $0.baseAddress, capacity, &moved) }
    guard status == kCCSuccess else { throw WalletError.cipher(status) }
    return output.prefix(moved)
  }
}
