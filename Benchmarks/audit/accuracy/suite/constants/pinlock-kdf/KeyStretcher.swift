import CommonCrypto
import Foundation

enum StretchError: Error {
  case failed(Int32)
  case random(OSStatus)
}

enum KeyStretcher {
  static func stretch(_ secret: String, salt: Data, rounds: UInt32 = 5_000) throws -> Data {
    var key = Data(count: 32)
    let status = key.withUnsafeMutableBytes { out in
      salt.withUnsafeBytes { saltBytes in
        CCKeyDerivationPBKDF( // weak: weak-iterations helper
          CCPBKDFAlgorithm(kCCPBKDF2), secret, secret.utf8.count,
          saltBytes.bindMemory(to: UInt8.self).baseAddress, saltBytes.count,
          CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), rounds,
          out.bindMemory(to: UInt8.self).baseAddress, 32)
      }
    }
    guard status == kCCSuccess else { throw StretchError.failed(status) }
    return key
  }

  static func stretchVault(_ secret: String, salt: [UInt8], rounds: Int) throws -> [UInt8] {
    var key = [UInt8](repeating: 0, count: 32)
    let status = CCKeyDerivationPBKDF( // safe: weak-iterations
      CCPBKDFAlgorithm(kCCPBKDF2), secret, secret.utf8.count, salt, salt.count,
      CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), UInt32(max(rounds, 600_000)), &key, key.count)
    guard status == kCCSuccess else { throw StretchError.failed(status) }
    return key
  }

  static func randomSalt() throws -> [UInt8] {
    var salt = [UInt8](repeating: 0, count: 16)
    let status = SecRandomCopyBytes(kSecRandomDefault, salt.count, &salt)
    guard status == errSecSuccess else { throw StretchError.random(status) }
    return salt
  }
}
