import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct RSAPaddingWeakTests {
  @Test(arguments: [
    """
    func wrap(_ secret: Data, for key: SecKey) -> Data? {
      SecKeyCreateEncryptedData(
        key,
        ⟦.rsaEncryptionPKCS1⟧,
        secret as CFData,
        nil) as Data?
    }
    """,
    """
    let algorithm = ⟦SecKeyAlgorithm.rsaEncryptionOAEPSHA1⟧
    guard SecKeyIsAlgorithmSupported(key, .encrypt, algorithm) else { return nil }
    """,
    """
    let status = SecKeyEncrypt(key, ⟦SecPadding.PKCS1⟧, plain, plain.count, &out, &length)
    """,
    """
    let ok = SecKeyVerifySignature(key, ⟦.rsaSignatureMessagePKCS1v15SHA1⟧, data, signature, nil)
    """,
    """
    let algorithm = ⟦kSecKeyAlgorithmRSASignatureRaw⟧
    """,
  ])
  func speaks(_ source: String) { expect(RSAPaddingWeak.self, in: source) }

  @Test(arguments: [
    """
    let box = SecKeyCreateEncryptedData(key, .rsaEncryptionOAEPSHA512AESGCM, secret as CFData, nil)
    """,
    """
    let ok = SecKeyVerifySignature(key, .rsaSignatureMessagePKCS1v15SHA256, data, signature, nil)
    """,
    """
    guard SecKeyIsAlgorithmSupported(key, .decrypt, .rsaEncryptionPKCS1) else { return false }
    """,
    """
    if algorithm == .rsaEncryptionRaw { throw Failure.refused }
    """,
    """
    if wanted.isAlgorithm(SecKeyAlgorithm.rsaSignatureRaw) { return .raw }
    """,
    """
    let ok = SecKeyVerifySignature(key, .ecdsaSignatureMessageX962SHA1, data, signature, nil)
    """,
    """
    let signature = SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, data, nil)
    """,
  ])
  func isSilent(_ source: String) { expect(RSAPaddingWeak.self, in: source) }

  @Test func aTableIsNamedOnceAndNotSurely() {
    expect(
      RSAPaddingWeak.self,
      in: """
        func algorithm(_ asked: TKTokenKeyAlgorithm) -> SecKeyAlgorithm? {
          if asked.isAlgorithm(.rsaEncryptionOAEPSHA1) { return ⟦.rsaEncryptionOAEPSHA1⟧ }
          if asked.isAlgorithm(.rsaSignatureRaw) { return .rsaSignatureRaw }
          if asked.isAlgorithm(.rsaEncryptionOAEPSHA256) { return .rsaEncryptionOAEPSHA256 }
          return nil
        }
        """, confidence: .low)
  }
}
