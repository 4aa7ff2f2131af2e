import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KDFWeakPRFTests {
  @Test(arguments: [
    """
    let status = ⟦CCKeyDerivationPBKDF(
      CCPBKDFAlgorithm(kCCPBKDF2), password, n, salt, 16, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA1), 1_300_000,
      &key, 32)⟧
    """,
    """
    let key = ⟦PKCS5_PBKDF2_HMAC_SHA1(pass, n, salt, 16, 1_300_000, 32, &out)⟧
    """,
    """
    let key = try ⟦KDF.Insecure.PBKDF2.deriveKey(
      from: passcode, salt: salt, using: .insecureSHA1, outputByteCount: 32, rounds: 1_300_000)⟧
    """,
  ])
  func speaks(_ source: String) { expect(KDFWeakPRF.self, in: source) }

  @Test(arguments: [
    """
    CCKeyDerivationPBKDF(alg, password, n, salt, 16, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 600_000, &k, 32)
    """,
    """
    PKCS5_PBKDF2_HMAC(pass, n, salt, 16, 600_000, EVP_sha256(), 32, &out)
    """,
    """
    CCKeyDerivationPBKDF(alg, password, n, salt, 16, prf, 600_000, &k, 32)
    """,
  ])
  func isSilent(_ source: String) { expect(KDFWeakPRF.self, in: source) }
}
