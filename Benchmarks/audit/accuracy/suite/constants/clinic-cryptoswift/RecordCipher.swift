import CryptoSwift
import Foundation

final class RecordCipher {
  private let key: [UInt8]
  private var counterBlock: [UInt8] = []

  init(keychainKey: Data) {
    key = Array(keychainKey)
  }

  func encryptRecord(_ record: [UInt8]) throws -> [UInt8] {
    let mode = CBC(iv: ClinicDefaults.blockIV) // weak: constant-iv file
    return try AES(key: key, blockMode: mode, padding: .pkcs7).encrypt(record)
  }

  func encryptVisit(_ visit: [UInt8]) throws -> [UInt8] {
    let iv = AES.randomIV(AES.blockSize)
    let mode = CBC(iv: iv) // safe: constant-iv
    return try iv + AES(key: key, blockMode: mode, padding: .pkcs7).encrypt(visit)
  }

  func encryptImage(_ pixels: [UInt8]) throws -> [UInt8] {
    let gcm = GCM(iv: [UInt8](repeating: 0, count: 12), mode: .combined) // weak: constant-iv direct
    return try AES(key: key, blockMode: gcm, padding: .noPadding).encrypt(pixels)
  }

  func encryptLab(_ result: [UInt8]) throws -> [UInt8] {
    let nonce = AES.randomIV(12)
    let ccm = CCM( // safe: constant-iv
      iv: nonce, tagLength: 16, messageLength: result.count, additionalAuthenticatedData: ClinicDefaults.recordContext)
    return try nonce + AES(key: key, blockMode: ccm, padding: .noPadding).encrypt(result)
  }

  func encryptVitals(_ samples: [[UInt8]]) throws -> [[UInt8]] {
    counterBlock = Array("vitals".utf8) + Array(repeating: 0, count: 10)
    return try samples.map { sample in
      try AES(key: key, blockMode: CTR(iv: counterBlock), padding: .noPadding).encrypt(sample) // weak: constant-iv helper
    }
  }

  func open(_ blob: [UInt8]) throws -> [UInt8] {
    let mode = CBC(iv: Array(blob.prefix(AES.blockSize))) // safe: constant-iv
    return try AES(key: key, blockMode: mode).decrypt(Array(blob.dropFirst(AES.blockSize)))
  }
}
