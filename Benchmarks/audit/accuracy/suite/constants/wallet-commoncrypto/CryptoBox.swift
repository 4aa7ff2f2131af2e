import CommonCrypto
import Foundation

enum WalletError: Error {
  case cipher(CCCryptorStatus)
  case random(OSStatus)
}

struct CryptoBox {
  let key: Data

  func encrypt(_ plain: Data, iv: Data) throws -> Data {
    var output = Data(count: plain.count + kCCBlockSizeAES128)
    let capacity = output.count
    var written = 0
    let status = output.withUnsafeMutableBytes { out in
      plain.withUnsafeBytes { input in
        key.withUnsafeBytes { keyBytes in
          iv.withUnsafeBytes { ivBytes in
            CCCrypt( // weak: constant-key file
              CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding),
              keyBytes.baseAddress, keyBytes.count, ivBytes.baseAddress,
              input.baseAddress, input.count, out.baseAddress, capacity, &written)
          }
        }
      }
    }
    guard status == kCCSuccess else { throw WalletError.cipher(status) }
    return iv + output.prefix(written)
  }
}

final class CounterBox {
  private var cryptor: CCCryptorRef?

  init(key: [UInt8], counter: [UInt8]) throws {
    let status = CCCryptorCreateWithMode( // weak: constant-iv file
      CCOperation(kCCEncrypt), CCMode(kCCModeCTR), CCAlgorithm(kCCAlgorithmAES), CCPadding(ccNoPadding),
      counter, key, key.count, nil, 0, 0, 0, &cryptor)
    guard status == kCCSuccess else { throw WalletError.cipher(status) }
  }

  deinit {
    CCCryptorRelease(cryptor)
  }

  func update(_ chunk: [UInt8]) throws -> [UInt8] {
    var out = [UInt8](repeating: 0, count: chunk.count)
    let capacity = out.count
    var moved = 0
    let status = CCCryptorUpdate(cryptor, chunk, chunk.count, &out, capacity, &moved)
    guard status == kCCSuccess else { throw WalletError.cipher(status) }
    return Array(out.prefix(moved))
  }
}

enum Entropy {
  static func bytes(_ count: Int) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let status = SecRandomCopyBytes(kSecRandomDefault, count, &buffer)
    guard status == errSecSuccess else { throw WalletError.random(status) }
    return buffer
  }
}
