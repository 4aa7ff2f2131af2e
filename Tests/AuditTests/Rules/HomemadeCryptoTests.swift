import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HomemadeCryptoTests {
  @Test(arguments: [
    """
    func ⟦encryptNote⟧(_ note: String) -> String {
      var out: [UInt8] = []
      for byte in note.utf8 { out.append(byte ^ 0x5A) }
      return Data(out).base64EncodedString()
    }
    """,
    "func ⟦encrypt⟧(_ text: String) -> String { Data(text.utf8).base64EncodedString() }",
    """
    extension String {
      func ⟦decrypted⟧() -> String? {
        guard let data = Data(base64Encoded: self) else { return nil }
        return String(data: data, encoding: .utf8)
      }
    }
    """,
    """
    func ⟦encryptCaesar⟧(_ text: String, by shift: UInt8) -> String {
      String(text.utf8.map { letter in Character(UnicodeScalar((letter - 97 + shift) % 26 + 97)) })
    }
    """,
    """
    class Scrambler {
      class func ⟦scramble⟧(_ bytes: inout [UInt8], key: [UInt8]) {
        var i = 0
        while i < bytes.count { bytes[i] ^= key[i % key.count]; i += 1 }
      }
    }
    """,
    "func ⟦encrypt⟧(pin: String) -> String { String(pin.reversed()) }",
  ])
  func speaks(_ source: String) { expect(HomemadeCrypto.self, in: source) }

  @Test(arguments: [
    "func encrypt(_ note: Data) throws -> String { try AES.GCM.seal(note, using: key).combined!.base64EncodedString() }",
    // Encoding that does not call itself encryption.
    "func encode(_ text: String) -> String { Data(text.utf8).base64EncodedString() }",
    "func checksum(_ bytes: [UInt8]) -> UInt8 { bytes.reduce(0) { $0 ^ $1 } }",
    // A published cipher.
    """
    struct ChaCha20 {
      func encrypt(_ block: [UInt8]) -> [UInt8] { zip(block, stream).map { $0 ^ $1 } }
    }
    """,
    "func decrypt(_ text: String) throws -> Data { try cipher.decrypt(Data(base64Encoded: text)!) }",
    "func encryptAll() { for note in notes { store.encrypt(note) } }",
    "protocol Locking { func encrypt(_ data: Data) -> Data }",
  ])
  func isSilent(_ source: String) { expect(HomemadeCrypto.self, in: source) }
}
