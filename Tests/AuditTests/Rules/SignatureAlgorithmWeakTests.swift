import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SignatureAlgorithmWeakTests {
  @Test(arguments: [
    """
    let signature = SecKeyCreateSignature(key, ⟦.rsaSignatureMessagePKCS1v15SHA1⟧, data, &error)
    """,
    """
    enum Signing { static let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA1 }
    let isValid = SecKeyVerifySignature(key, ⟦Signing.algorithm⟧, data, signature, nil)
    """,
  ])
  func speaks(_ source: String) { expect(SignatureAlgorithmWeak.self, in: source) }

  @Test(arguments: [
    """
    let signature = SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, data, &error)
    """,
    """
    let isKnown = SecKeyIsAlgorithmSupported(key, .verify, .rsaSignatureMessagePKCS1v15SHA1)
    """,
    """
    let algorithms: [SecKeyAlgorithm] = [.rsaSignatureMessagePKCS1v15SHA1, .rsaSignatureMessagePKCS1v15SHA256]
    """,
  ])
  func isSilent(_ source: String) { expect(SignatureAlgorithmWeak.self, in: source) }

  @Test func looksAtObjectiveC() {
    expect(
      SignatureAlgorithmWeak.self,
      inObjectiveC: """
        void sign(void) { SecKeyCreateSignature(key, ⟦kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1⟧, data, &error); }
        """)
  }
}
