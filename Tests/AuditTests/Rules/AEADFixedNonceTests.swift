import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AEADFixedNonceTests {
  @Test(arguments: [
    """
    let nonce = try AES.GCM.Nonce(data: ⟦Data(repeating: 0, count: 12)⟧)
    """,
    """
    struct Vault {
      private let nonceText = "abcdefghijkl"
      func seal(_ data: Data) throws -> Data {
        try ChaChaPoly.seal(data, using: key, nonce: ChaChaPoly.Nonce(data: ⟦Data(nonceText.utf8)⟧)).combined
      }
    }
    """,
    """
    final class Channel {
      private let nonce = AES.GCM.Nonce()
      func send(_ data: Data) throws -> Data? { try AES.GCM.seal(data, using: key, nonce: ⟦nonce⟧).combined }
    }
    """,
    """
    func pair(_ a: Data, _ b: Data) throws {
      let nonce = AES.GCM.Nonce()
      let first = try AES.GCM.seal(a, using: key, nonce: nonce)
      let second = try AES.GCM.seal(b, using: key, nonce: ⟦nonce⟧)
    }
    """,
    """
    import CryptoSwift
    let gcm = GCM(iv: ⟦[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]⟧, mode: .combined)
    """,
  ])
  func speaks(_ source: String) { expect(AEADFixedNonce.self, in: source) }

  @Test(arguments: [
    """
    let box = try AES.GCM.seal(plain, using: key, authenticating: header)
    """,
    """
    let nonce = AES.GCM.Nonce()
    let box = try AES.GCM.seal(plain, using: key, nonce: nonce)
    """,
    """
    let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: message.prefix(12)), ciphertext: body, tag: tag)
    """,
    """
    func seal(_ data: Data, counter: UInt64) throws -> Data {
      let nonce = try ChaChaPoly.Nonce(data: prefix + counter.bytes)
      return try ChaChaPoly.seal(data, using: key, nonce: nonce).combined
    }
    """,
    """
    let message = try sender.seal(Data(text.utf8), authenticating: label)
    """,
  ])
  func isSilent(_ source: String) { expect(AEADFixedNonce.self, in: source) }
}
