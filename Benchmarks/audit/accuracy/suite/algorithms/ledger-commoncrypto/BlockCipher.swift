import CommonCrypto
import Foundation

struct CipherFailure: Error { let status: CCCryptorStatus }

struct BlockCipher {
  let algorithm: CCAlgorithm
  let options: CCOptions
  let key: Data

  func encrypt(_ data: Data, iv: Data?) throws -> Data {
    var out = Data(count: data.count + kCCBlockSizeAES128)
    let capacity = out.count
    let ivBytes = iv.map { [UInt8]($0) }
    var moved = 0
    let status = out.withUnsafeMutableBytes { outBytes in
      data.withUnsafeBytes { inBytes in
        key.withUnsafeBytes { keyBytes in
          CCCrypt(
            CCOperation(kCCEncrypt), algorithm, options, keyBytes.baseAddress, key.count,
            ivBytes, inBytes.baseAddress, data.count, outBytes.baseAddress, capacity, &moved)
        }
      }
    }
    guard status == kCCSuccess else { throw CipherFailure(status: status) }
    return out.prefix(moved)
  }

  static func restricted(options: CCOptions, key: Data) -> BlockCipher? {
    guard options & CCOptions(kCCOptionECBMode) == 0 else { return nil } // safe: ecb
    return BlockCipher(algorithm: CCAlgorithm(kCCAlgorithmAES), options: options, key: key) // safe: weak-cipher
  }
}
