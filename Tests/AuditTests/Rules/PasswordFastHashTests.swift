import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PasswordFastHashTests {
  @Test(arguments: [
    """
    func remember(passcode: String) {
      let digest = ⟦SHA256.hash(data: Data(passcode.utf8))⟧
    }
    """,
    """
    func check(_ password: String, _ salt: Data) -> Bool {
      var hasher = SHA512()
      hasher.update(data: salt)
      ⟦hasher.update(data: Data(password.utf8))⟧
      return hasher.finalize().elementsEqual(stored)
    }
    """,
    """
    import CryptoSwift
    let stored = ⟦userPassword.sha256()⟧
    """,
    """
    func digest(of pin: String) -> [UInt8] {
      let data = pin.data(using: .utf8)!
      var out = [UInt8](repeating: 0, count: 32)
      data.withUnsafeBytes { _ = ⟦CC_SHA256($0.baseAddress, CC_LONG(data.count), &out)⟧ }
      return out
    }
    """,
    """
    let key = ⟦HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Data(password.utf8)), info: label, outputByteCount: 32)⟧
    """,
  ])
  func speaks(_ source: String) { expect(PasswordFastHash.self, in: source) }

  @Test(arguments: [
    """
    let digest = SHA256.hash(data: refreshToken)
    """,
    """
    let challenge = SHA256.hash(data: Data(codeVerifier.utf8))
    """,
    """
    let id = SHA256.hash(data: Data(passwordFieldName.utf8))
    """,
    """
    func srpIdentity(user: String, password: String) -> Data { Data(SHA256.hash(data: Data(password.utf8))) }
    """,
    """
    let nonceHash = SHA256.hash(data: Data(nonce.utf8))
    """,
  ])
  func isSilent(_ source: String) { expect(PasswordFastHash.self, in: source) }
}
