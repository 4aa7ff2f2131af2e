import Foundation
import Security

struct SeatKeys {
  let tag: Data

  func makeSeatKey() -> SecKey? {
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeRSA,
      kSecAttrKeySizeInBits: SigningAlgorithms.seatBits, // weak: weak-key file
      kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: tag]
    ]
    return SecKeyCreateRandomKey(attributes as CFDictionary, nil)
  }

  func makeTransferKey() -> SecKey? {
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
      kSecAttrKeySizeInBits: 256, // safe: weak-key
      kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: tag + Data("transfer".utf8)]
    ]
    return SecKeyCreateRandomKey(attributes as CFDictionary, nil)
  }

  func signSeat(_ request: Data, key: SecKey, algorithm: COSEAlgorithm) -> Data? {
    SecKeyCreateSignature(key, algorithm.secKeyAlgorithm, request as CFData, nil) as Data?
  }

  func signHeartbeat(_ heartbeat: Data, key: SecKey) -> Data? {
    SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA1, heartbeat as CFData, nil) as Data? // weak: weak-signature direct
  }

  func signPeer(_ data: Data, key: SecKey, requested: SecKeyAlgorithm) throws -> Data? {
    guard requested != .rsaSignatureMessagePKCS1v15SHA1 else { throw LicenceError.algorithm } // safe: weak-signature
    guard requested == .rsaSignatureMessagePSSSHA512 else { throw LicenceError.algorithm }
    return SecKeyCreateSignature(key, requested, data as CFData, nil) as Data?
  }

  func upload(_ report: Data, to stream: OutputStream) {
    let size = SigningAlgorithms.chunkBytes // safe: weak-key
    for start in stride(from: 0, to: report.count, by: size) {
      let chunk = [UInt8](report[start..<min(start + size, report.count)])
      stream.write(chunk, maxLength: chunk.count)
    }
  }
}
