import CommonCrypto
import CryptoKit
import Foundation

// 日記の暗号化。
struct JournalCipher {
  private static let passphrase = "juugoya-usagi-mochi-2019-09-13!!"

  // 新しい形式 (v3)
  func seal(_ text: String) throws -> Data {
    let key = SymmetricKey(data: Data(Self.passphrase.utf8))
    let nonce = try AES.GCM.Nonce(data: Data(repeating: 0, count: 12))
    let box = try AES.GCM.seal(Data(text.utf8), using: key, nonce: nonce)
    return box.ciphertext + box.tag
  }

  /// v2: CBC
  func encryptV2(_ plain: Data, key: Data) -> Data? {
    let iv: [UInt8] = [0x6d, 0x6f, 0x6f, 0x6e, 0x6d, 0x6f, 0x6f, 0x6e, 0x6d, 0x6f, 0x6f, 0x6e, 0x6d, 0x6f, 0x6f, 0x6e]
    return crypt(
      plain, key: key, iv: iv,
      algorithm: CCAlgorithm(kCCAlgorithmAES),
      options: CCOptions(kCCOptionPKCS7Padding))
  }

  // v1: 古い日記のため
  func encryptV1(_ plain: Data, key: Data) -> Data? {
    let mode = CCOptions(kCCOptionPKCS7Padding | kCCOptionECBMode)
    return crypt(plain, key: key, iv: nil, algorithm: CCAlgorithm(kCCAlgorithmAES), options: mode)
  }

  // v0: Android 版と共有していた形式
  func encryptV0(_ plain: Data, key: Data, iv: [UInt8]) -> Data? {
    let algorithm = CCAlgorithm(kCCAlgorithm3DES)
    return crypt(plain, key: key, iv: iv, algorithm: algorithm, options: CCOptions(kCCOptionPKCS7Padding))
  }

  private func crypt(
    _ plain: Data, key: Data, iv: [UInt8]?, algorithm: CCAlgorithm, options: CCOptions
  ) -> Data? {
    var output = Data(count: plain.count + kCCBlockSizeAES128)
    let capacity = output.count
    var moved = 0
    let status = output.withUnsafeMutableBytes { out in
      plain.withUnsafeBytes { input in
        key.withUnsafeBytes { keyBytes in
          CCCrypt(
            CCOperation(kCCEncrypt), algorithm, options,
            keyBytes.baseAddress, key.count, iv,
            input.baseAddress, plain.count,
            out.baseAddress, capacity, &moved)
        }
      }
    }
    return status == kCCSuccess ? output.prefix(moved) : nil
  }
}
