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
    "let signature = try key.signature(for: ⟦Insecure.SHA1.hash(data: message)⟧)",
    """
    func isGenuine(_ message: Data, _ signature: P256.Signing.ECDSASignature) -> Bool {
      let digest = Insecure.MD5.hash(data: message)
      return key.isValidSignature(signature, for: ⟦digest⟧)
    }
    """,
    // Without a hash.
    "let signature = SecKeyCreateSignature(key, ⟦.rsaSignatureRaw⟧, data, &error)",
    "let isValid = SecKeyVerifySignature(key, ⟦SecKeyAlgorithm.rsaSignatureRaw⟧, data, signature, nil)",
    """
    func sign(_ order: String) -> CFData? {
      SecKeyCreateSignature(key, ⟦.ecdsaSignatureDigestX962⟧, Data(order.utf8) as CFData, nil)
    }
    """,
    """
    func sign(_ order: Order) throws -> CFData? {
      let body = try JSONEncoder().encode(order)
      return SecKeyCreateSignature(key, ⟦.ecdsaSignatureRFC4754⟧, body as CFData, nil)
    }
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
    func sign(_ order: String) -> CFData? {
      let digest = Data(SHA256.hash(data: Data(order.utf8)))
      return SecKeyCreateSignature(key, .ecdsaSignatureDigestX962, digest as CFData, nil)
    }
    """,
    "func sign(_ input: Data) -> CFData? { SecKeyCreateSignature(key, .ecdsaSignatureRFC4754, input as CFData, nil) }",
    """
    func algorithm(of request: TKTokenKeyAlgorithm) -> SecKeyAlgorithm? {
      request.isAlgorithm(SecKeyAlgorithm.rsaSignatureRaw) ? SecKeyAlgorithm.rsaSignatureRaw : nil
    }
    """,
    "let signature = try key.signature(for: SHA256.hash(data: message))",
    "let checksum = Insecure.SHA1.hash(data: message)\nlet signature = try key.signature(for: message)",
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
        void raw(void) { SecKeyCreateSignature(key, ⟦kSecKeyAlgorithmRSASignatureRaw⟧, data, &error); }
        void good(void) { SecKeyCreateSignature(key, kSecKeyAlgorithmRSASignatureMessagePSSSHA256, data, &error); }
        """)
  }
}
