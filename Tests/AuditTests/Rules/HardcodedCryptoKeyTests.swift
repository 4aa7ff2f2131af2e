import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HardcodedCryptoKeyTests {
  @Test(arguments: [
    """
    struct Cipher {
      private static let passphrase = "juugoya-usagi-mochi-2019-09-13!!"
      func seal(_ plain: Data) throws -> Data {
        let key = SymmetricKey(data: ⟦Data(Self.passphrase.utf8)⟧)
        return try AES.GCM.seal(plain, using: key).combined!
      }
    }
    """,
    """
    let key = SymmetricKey(data: ⟦[UInt8](repeating: 0, count: 32)⟧)
    """,
    """
    func encrypt(_ data: Data) -> Int32 {
      let key: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
      return CCCrypt(
        CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), options, ⟦key⟧, 16, iv, input, n, out, n, &moved)
    }
    """,
    """
    import CryptoSwift
    let aes = try AES(key: ⟦"keykeykeykeykeyk"⟧, iv: iv)
    """,
    """
    let raw = Data(base64Encoded: "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ=")!
    let signer = HMAC<SHA256>(key: SymmetricKey(data: ⟦raw⟧))
    """,
    """
    import RNCryptor
    let box = RNCryptor.encrypt(data: plain, withPassword: ⟦"moonlight"⟧)
    """,
    """
    func mac(_ text: String, key: String = ⟦"s3cr3t"⟧) -> [UInt8] {
      var out = [UInt8](repeating: 0, count: 32)
      CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), key, key.utf8.count, text, text.utf8.count, &out)
      return out
    }
    """,
  ])
  func speaks(_ source: String) { expect(HardcodedCryptoKey.self, in: source) }

  @Test(arguments: [
    """
    let key = SymmetricKey(size: .bits256)
    """,
    """
    if let stored = try store.load(.journalKey) { return SymmetricKey(data: stored) }
    """,
    """
    var derived = [UInt8](repeating: 0, count: 32)
    let status = CCKeyDerivationPBKDF(a, p, n, s, m, f, r, &derived, derived.count)
    return SymmetricKey(data: derived)
    """,
    """
    var bytes = [UInt8](repeating: 0, count: 32)
    let status = bytes.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 32, $0.baseAddress!) }
    let key = SymmetricKey(data: bytes)
    """,
    """
    let item = Keychain(service: "journal", key: "token")
    """,
    """
    let empty = SymmetricKey(data: Data())
    """,
  ])
  func isSilent(_ source: String) { expect(HardcodedCryptoKey.self, in: source) }
}
