import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HKDFNoContextTests {
  @Test(arguments: [
    """
    let key = ⟦secret.hkdfDerivedSymmetricKey(
      using: SHA256.self,
      salt: Data(),
      sharedInfo: Data(),
      outputByteCount: 32)⟧
    """,
    """
    let key = ⟦HKDF<SHA256>.deriveKey(inputKeyMaterial: root, outputByteCount: 32)⟧
    """,
    """
    let none = [UInt8]()
    let key = ⟦secret.hkdfDerivedSymmetricKey(
      using: SHA512.self, salt: "".data(using: .utf8)!, sharedInfo: none, outputByteCount: 64)⟧
    """,
  ])
  func speaks(_ source: String) { expect(HKDFNoContext.self, in: source) }

  @Test(arguments: [
    """
    let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: root, info: Data("backup".utf8), outputByteCount: 32)
    """,
    """
    let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: Self.label, outputByteCount: 32)
    """,
    """
    let key = secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: salt, sharedInfo: Data(), outputByteCount: 32)
    """,
    """
    func derive(_ info: Data) -> SymmetricKey {
      secret.hkdfDerivedSymmetricKey(using: SHA256.self, salt: Data(), sharedInfo: info, outputByteCount: 32)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(HKDFNoContext.self, in: source) }
}
