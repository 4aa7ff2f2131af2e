import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TextAsKeyTests {
  @Test(arguments: [
    """
    func lock(_ diary: Data, passphrase: String) throws -> Data? {
      try AES.GCM.seal(diary, using: SymmetricKey(data: ⟦Data(passphrase.utf8)⟧)).combined
    }
    """,
    """
    final class Vault {
      private let passcode: String
      func read(_ box: ChaChaPoly.SealedBox) throws -> Data {
        let bytes = passcode.data(using: .utf8)!
        let key = SymmetricKey(data: ⟦bytes⟧)
        return try ChaChaPoly.open(box, using: key)
      }
    }
    """,
    """
    import CommonCrypto
    func encrypt(_ data: Data, password: String) -> Int32 {
      let keyData = password.data(using: .utf8)!
      return keyData.withUnsafeBytes { keyBytes in
        CCCrypt(
          CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding),
          ⟦keyBytes.baseAddress⟧, kCCKeySizeAES256, iv, plain, count, out, size, &moved)
      }
    }
    """,
    """
    import CryptoSwift
    func seal(_ text: String, with pin: String) throws -> [UInt8] {
      try AES(key: ⟦Array(pin.utf8)⟧, blockMode: CBC(iv: iv)).encrypt(Array(text.utf8))
    }
    """,
  ])
  func speaks(_ source: String) { expect(TextAsKey.self, in: source, confidence: .high) }

  @Test func aTextFieldIsJudgedByItsKind() {
    expect(
      TextAsKey.self,
      in: """
        func save() throws {
          let typed = wordField.text ?? ""
          box = try AES.GCM.seal(note, using: SymmetricKey(data: ⟦Data(typed.utf8)⟧))
        }
        """, confidence: .medium)
  }

  @Test(arguments: [
    // A shared secret that only makes a code: AWS and webhooks prescribe text.
    """
    func sign(_ text: Data, secret: String) -> Data {
      Data(HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: Data(secret.utf8))))
    }
    """,
    // Decoded bytes.
    """
    func read(_ stored: String) throws -> Data {
      let key = SymmetricKey(data: Data(base64Encoded: stored)!)
      return try AES.GCM.open(box, using: key)
    }
    """,
    // Derived.
    """
    func lock(_ note: Data, password: String) throws -> Data? {
      let key = SymmetricKey(data: try derive(password, salt))
      return try AES.GCM.seal(note, using: key).combined
    }
    """,
    // A constant text is a finding of another rule.
    """
    let key = SymmetricKey(data: Data("tsukimi-journal-key-0123456789ab".utf8))
    func lock(_ note: Data) throws -> Data? { try AES.GCM.seal(note, using: key).combined }
    """,
    "func lock(_ note: Data, key: Data) throws { box = try AES.GCM.seal(note, using: SymmetricKey(data: key)) }",
  ])
  func isSilent(_ source: String) { expect(TextAsKey.self, in: source) }
}
