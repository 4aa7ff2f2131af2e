import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ReversiblePasswordStorageTests {
  @Test(arguments: [
    """
    func remember(_ passcode: String) throws {
      let box = try ⟦ChaChaPoly.seal(Data(passcode.utf8), using: key)⟧
      try box.combined.write(to: file)
    }
    """,
    """
    import CryptoSwift
    func save() throws {
      let bytes = try ⟦aes.encrypt(Array(passwordField.text!.utf8))⟧
      UserDefaults.standard.setValue(bytes.toHexString(), forKey: "login")
    }
    """,
    """
    class Account {
      func store(password: String) {
        let data = password.data(using: .utf8)!
        let cipher = ⟦SecKeyCreateEncryptedData(publicKey, .rsaEncryptionOAEPSHA256, data as CFData, nil)⟧
        SecItemAdd([kSecClass: kSecClassGenericPassword, kSecValueData: cipher!] as CFDictionary, nil)
      }
    }
    """,
  ])
  func speaks(_ source: String) { expect(ReversiblePasswordStorage.self, in: source) }

  @Test(arguments: [
    // Other data may be read again.
    "func keep(_ note: Data) throws { try AES.GCM.seal(note, using: key).combined!.write(to: file) }",
    // Encrypted for a server and not kept.
    """
    func send(_ password: String) throws {
      request.httpBody = try AES.GCM.seal(Data(password.utf8), using: key).combined
    }
    """,
    // A token is no password.
    """
    func keep(_ accessToken: String) throws {
      try AES.GCM.seal(Data(accessToken.utf8), using: key).combined!.write(to: file)
    }
    """,
    // A vault exists to give passwords back.
    """
    final class PasswordVault {
      func put(_ password: String) throws {
        try AES.GCM.seal(Data(password.utf8), using: key).combined!.write(to: file)
      }
    }
    """,
    """
    func save(_ password: String) throws { defaults.set(try PasswordHasher().hash(password), forKey: "check") }
    """,
  ])
  func isSilent(_ source: String) { expect(ReversiblePasswordStorage.self, in: source) }
}
