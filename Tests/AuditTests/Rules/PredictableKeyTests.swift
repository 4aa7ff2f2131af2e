import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PredictableKeyTests {
  @Test(arguments: [
    """
    func key() -> SymmetricKey {
      let vendor = UIDevice.current.identifierForVendor!.uuidString
      return SymmetricKey(data: ⟦SHA256.hash(data: Data(vendor.utf8))⟧)
    }
    """,
    """
    let digest = Insecure.MD5.hash(data: Data("\\(UIDevice.current.name)-tsukimi".utf8))
    let key = SymmetricKey(data: ⟦Data(digest)⟧)
    """,
    """
    import CryptoSwift
    func make() throws -> AES {
      let text = Bundle.main.bundleIdentifier! + "\\(Date().timeIntervalSince1970)"
      return try AES(key: ⟦Array(text.md5().utf8)⟧, blockMode: GCM(iv: iv))
    }
    """,
    """
    let key = try KDF.Scrypt.deriveKey(
      from: ⟦Data(UIDevice.current.identifierForVendor!.uuidString.utf8)⟧, salt: salt, outputByteCount: 32, rounds: 16384)
    """,
    #"""
    func open() {
      let device = UIDevice.current.identifierForVendor?.uuidString
      let sql = ⟦"PRAGMA key = '\(device ?? "")'"⟧
      sqlite3_exec(db, sql, nil, nil, nil)
    }
    """#,
  ])
  func speaks(_ source: String) { expect(PredictableKey.self, in: source, confidence: .high) }

  @Test func aNameAloneIsLessCertain() {
    expect(
      PredictableKey.self,
      in:
        "func key(userID: String) -> SymmetricKey { SymmetricKey(data: ⟦SHA256.hash(data: Data(userID.utf8))⟧) }",
      confidence: .medium)
  }

  @Test(arguments: [
    "let key = SymmetricKey(size: .bits256)",
    // A secret goes in as well.
    """
    func key(password: String) -> SymmetricKey {
      let vendor = UIDevice.current.identifierForVendor!.uuidString
      return SymmetricKey(data: SHA256.hash(data: Data((password + vendor).utf8)))
    }
    """,
    // The identifier is only the salt.
    """
    let key = try KDF.Scrypt.deriveKey(
      from: Data(password.utf8), salt: Data(UIDevice.current.identifierForVendor!.uuidString.utf8), outputByteCount: 32)
    """,
    "let key = SymmetricKey(data: Data(UUID().uuidString.utf8))",
    "func key(_ stored: Data) -> SymmetricKey { SymmetricKey(data: stored) }",
    """
    let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: master, info: Data(userID.utf8), outputByteCount: 32)
    """,
  ])
  func isSilent(_ source: String) { expect(PredictableKey.self, in: source) }
}
