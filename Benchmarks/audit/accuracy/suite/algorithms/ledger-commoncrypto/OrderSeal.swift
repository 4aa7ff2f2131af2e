import CommonCrypto
import Foundation

typealias DigestCall = (UnsafeRawPointer?, CC_LONG, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>?

func digest(_ data: Data, length: Int32, call: DigestCall) -> Data {
  var out = [UInt8](repeating: 0, count: Int(length))
  data.withUnsafeBytes { _ = call($0.baseAddress, CC_LONG(data.count), &out) }
  return Data(out)
}

struct OrderSeal {
  let approvalKey: Data

  func approvalToken(order: Data) -> String {
    digest(approvalKey + order, length: CC_SHA1_DIGEST_LENGTH, call: CC_SHA1).base64EncodedString() // weak: weak-hash helper
  }

  func rowVersion(_ row: [String]) -> String {
    let joined = Data(row.joined(separator: "\u{1f}").utf8)
    return digest(joined, length: CC_MD5_DIGEST_LENGTH, call: CC_MD5).base64EncodedString() // safe: weak-hash
  }

  func oneTimeCode(secret: Data, at date: Date = .now) -> Int {
    var counter = UInt64(date.timeIntervalSince1970 / 30).bigEndian
    var mac = [UInt8](repeating: 0, count: Int(CC_SHA1_DIGEST_LENGTH))
    secret.withUnsafeBytes {
      CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA1), $0.baseAddress, secret.count, &counter, 8, &mac) // safe: weak-hash
    }
    let offset = Int(mac[19] & 0x0f)
    let word = mac[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
    return word % 1_000_000
  }
}

struct StaffPin {
  let salt: Data

  func verifier(for pin: String) -> Data {
    digest(salt + Data(pin.utf8), length: CC_SHA256_DIGEST_LENGTH, call: CC_SHA256) // weak: password-hash helper
  }

  func stretchedVerifier(for pin: String) -> Data? {
    var out = [UInt8](repeating: 0, count: 32)
    let status = salt.withUnsafeBytes { saltBytes in
      CCKeyDerivationPBKDF( // safe: password-hash
        CCPBKDFAlgorithm(kCCPBKDF2), pin, pin.utf8.count, saltBytes.bindMemory(to: UInt8.self).baseAddress, salt.count,
        CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 600_000, &out, out.count)
    }
    return status == kCCSuccess ? Data(out) : nil
  }
}
