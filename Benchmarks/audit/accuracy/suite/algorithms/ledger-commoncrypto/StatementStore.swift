import CommonCrypto
import Foundation

final class StatementStore {
  private let key: Data

  init(key: Data) { self.key = key }

  func writeStatement(_ lines: [String]) throws -> Data {
    let cipher = BlockCipher(
      algorithm: CCAlgorithm(kCCAlgorithm3DES), options: CCOptions(kCCOptionPKCS7Padding), key: key.prefix(24)) // weak: weak-cipher file
    let iv = try randomBytes(8)
    return iv + (try cipher.encrypt(Data(lines.joined(separator: "\n").utf8), iv: iv))
  }

  func writeBalances(_ balances: [String: Int]) throws -> Data {
    let payload = try PropertyListEncoder().encode(balances)
    let mode = CCOptions(kCCOptionPKCS7Padding | kCCOptionECBMode) // weak: ecb file
    return try BlockCipher(algorithm: CCAlgorithm(kCCAlgorithmAES), options: mode, key: key).encrypt(payload, iv: nil)
  }

  func writeMemo(_ memo: String) throws -> Data {
    guard let cipher = BlockCipher.restricted(options: CCOptions(kCCOptionPKCS7Padding), key: key) else { return Data() }
    let iv = try randomBytes(kCCBlockSizeAES128)
    return iv + (try cipher.encrypt(Data(memo.utf8), iv: iv))
  }

  func streamTransfer(_ order: Data) -> Data? {
    var cryptor: CCCryptorRef?
    let stream = CCAlgorithm(kCCAlgorithmRC4) // weak: weak-cipher direct
    let created = key.withUnsafeBytes {
      CCCryptorCreate(CCOperation(kCCEncrypt), stream, 0, $0.baseAddress, 16, nil, &cryptor)
    }
    guard created == kCCSuccess, let cryptor else { return nil }
    defer { CCCryptorRelease(cryptor) }
    var out = Data(count: order.count)
    var moved = 0
    let updated = out.withUnsafeMutableBytes { target in
      order.withUnsafeBytes { CCCryptorUpdate(cryptor, $0.baseAddress, order.count, target.baseAddress, target.count, &moved) }
    }
    return updated == kCCSuccess ? out : nil
  }

  private func randomBytes(_ count: Int) throws -> Data {
    var bytes = [UInt8](repeating: 0, count: count)
    let status = CCRandomGenerateBytes(&bytes, count) // safe: random-ignored
    guard status == kCCSuccess else { throw CipherFailure(status: status) }
    return Data(bytes)
  }
}

enum LedgerKeys {
  static func freshKey() -> Data {
    var bytes = [UInt8](repeating: 0, count: kCCKeySizeAES256)
    CCRandomGenerateBytes(&bytes, bytes.count) // weak: random-ignored direct
    return Data(bytes)
  }
}
