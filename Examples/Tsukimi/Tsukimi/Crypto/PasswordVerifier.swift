import CommonCrypto
import CryptoKit
import Foundation

// アプリ内ロックのパスコード確認。
struct PasswordVerifier {
  private let rounds: UInt32 = 4_096
  private let salt = Array("tsukimi-salt".utf8)

  /// Turns the passcode into a key for the journal.
  func journalKey(from passcode: String) -> Data? {
    var derived = [UInt8](repeating: 0, count: 32)
    let status = CCKeyDerivationPBKDF(
      CCPBKDFAlgorithm(kCCPBKDF2),
      passcode, passcode.utf8.count,
      salt,
      salt.count,
      CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256),
      rounds,
      &derived, derived.count)
    return status == kCCSuccess ? Data(derived) : nil
  }

  func remember(passcode: String) {
    let digest = SHA256.hash(data: Data(passcode.utf8))
    KeychainStore.shared.save(digest.description, for: "passcodeCheck")
  }

  // 旧サーバーの照合形式
  func legacyDigest(of password: String) -> String {
    Insecure.MD5.hash(data: Data(password.utf8))
      .map { String(format: "%02x", $0) }
      .joined()
  }

  func fingerprint(of invitation: Data) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(CC_SHA1_DIGEST_LENGTH))
    invitation.withUnsafeBytes { bytes in
      _ = CC_SHA1(bytes.baseAddress, CC_LONG(invitation.count), &digest)
    }
    return digest
  }
}
