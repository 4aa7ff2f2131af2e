import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PBKDF2LowRoundsTests {
  @Test(arguments: [
    """
    struct Verifier {
      private let rounds: UInt32 = 10_000
      func derive(_ password: String, _ salt: [UInt8]) -> Int32 {
        ⟦CCKeyDerivationPBKDF(
          CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, salt, salt.count,
          CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), rounds⟧, &derived, derived.count)
      }
    }
    """,
    """
    func stretch(_ password: Data, rounds: Int = 1000) -> Int32 {
      ⟦CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2), bytes, count, salt, salt.count,
        CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA1), UInt32(rounds)⟧, &key, key.count)
    }
    """,
    """
    let key = try ⟦PKCS5.PBKDF2(password: password, salt: salt)⟧.calculate()
    """,
    """
    let key = try ⟦KDF.Insecure.PBKDF2.deriveKey(
      from: passcode, salt: salt, using: .sha256, outputByteCount: 32, unsafeUncheckedRounds: 210_000⟧)
    """,
    """
    enum Cost { static let rounds = 100 * 1000 }
    PKCS5_PBKDF2_HMAC(pass, length, salt, 16, ⟦Int32(Cost.rounds)⟧, EVP_sha256(), 32, &out)
    """,
    """
    let key = try Scrypt(password: bytes, salt: salt, dkLen: 32, N: ⟦4096⟧, r: 8, p: 1).calculate()
    """,
    """
    let hash = try Bcrypt.hash(password, cost: ⟦6⟧)
    """,
    """
    try db.execute(sql: ⟦"PRAGMA kdf_iter = 4000"⟧)
    """,
    """
    let n = try PKCS5.PBKDF2(password: p, salt: s, iterations: ⟦500_000⟧, variant: .sha1).calculate()
    """,
  ])
  func speaks(_ source: String) { expect(PBKDF2LowRounds.self, in: source) }

  @Test(arguments: [
    """
    CCKeyDerivationPBKDF(
      CCPBKDFAlgorithm(kCCPBKDF2), password, n, salt, 16, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA512), 210_000,
      &key, 32)
    """,
    """
    let rounds = CCCalibratePBKDF(CCPBKDFAlgorithm(kCCPBKDF2), 12, 16, prf, 32, 250)
    CCKeyDerivationPBKDF(
      CCPBKDFAlgorithm(kCCPBKDF2), password, 12, salt, 16, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), rounds,
      &key, 32)
    """,
    """
    let key = try KDF.Insecure.PBKDF2.deriveKey(
      from: passcode, salt: salt, using: .sha256, outputByteCount: 32, rounds: 600_000)
    """,
    """
    let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: root, salt: salt, info: label, outputByteCount: 32)
    """,
  ])
  func isSilent(_ source: String) { expect(PBKDF2LowRounds.self, in: source) }
}
