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
      return ⟦CCCrypt(
        CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), options, key⟧, 16, iv, input, n, out, n, &moved)
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
    func mac(_ text: String, key: String = "s3cr3t") -> [UInt8] {
      var out = [UInt8](repeating: 0, count: 32)
      CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), ⟦key⟧, key.utf8.count, text, text.utf8.count, &out)
      return out
    }
    """,
    """
    final class Box {
      private let key: Data
      init(key: Data) { self.key = key }
      func seal(_ plain: Data) throws -> Data {
        try AES.GCM.seal(plain, using: SymmetricKey(data: ⟦key⟧)).combined!
      }
    }
    let box = Box(key: Data("box-key-box-key-box-key-box-key-".utf8))
    """,
    """
    enum Pieces {
      static let parts = ["moon", "light"]
      static var joined: String { parts.joined(separator: "-") }
    }
    let key = SymmetricKey(data: ⟦Data(Pieces.joined.utf8)⟧)
    """,
    """
    func material() -> [UInt8] {
      var bytes: [UInt8] = []
      for step in 0..<32 { bytes.append(UInt8(step * 7 & 0xff)) }
      return bytes
    }
    let key = SymmetricKey(data: ⟦material()⟧)
    """,
    """
    func fill(_ bytes: inout [UInt8]) { bytes = [1, 2, 3, 4] }
    func key() -> SymmetricKey {
      var bytes = [UInt8]()
      fill(&bytes)
      return SymmetricKey(data: ⟦bytes⟧)
    }
    """,
    """
    let key = SymmetricKey(data: ⟦isTrial ? Data("trial-key".utf8) : Data("full-key".utf8)⟧)
    """,
    """
    let text = Bundle.main.object(forInfoDictionaryKey: "ApiKey") as? String ?? ""
    let key = SymmetricKey(data: ⟦Data(text.utf8)⟧)
    """,
    """
    "moonlight".withCString { key in CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), ⟦key⟧, 9, data, count, out) }
    """,
    """
    try db.execute(sql: ⟦"PRAGMA key = 'moonlight'"⟧)
    """,
    """
    import RealmSwift
    var configuration = Realm.Configuration()
    configuration.encryptionKey = ⟦Data(count: 64)⟧
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
    """
    let key = SymmetricKey(data: (0..<32).map { _ in UInt8.random(in: 0...255) })
    """,
    """
    func deviceKey() throws -> [UInt8] {
      if let stored = keychain.getData("device-key") { return Array(stored) }
      return try Entropy.bytes(kCCKeySizeAES256)
    }
    let key = SymmetricKey(data: try deviceKey())
    """,
    """
    final class Vault {
      var passphrase = ""
      func open() throws { try db.usePassphrase(passphrase) }
      func unlock(_ typed: String) { passphrase = typed }
    }
    """,
    """
    let sealed = try AES.GCM.seal(plain, using: key, authenticating: Data("context".utf8))
    """,
  ])
  func isSilent(_ source: String) { expect(HardcodedCryptoKey.self, in: source) }

  @Test(arguments: [
    """
    static NSString *const kKey = @"moonlight";
    @implementation Box
    - (NSData *)seal:(NSData *)data key:(NSString *)key {
      char buffer[kCCKeySizeAES256 + 1];
      bzero(buffer, sizeof(buffer));
      [key getCString:buffer maxLength:sizeof(buffer) encoding:NSUTF8StringEncoding];
      CCCrypt(kCCEncrypt, kCCAlgorithmAES, kCCOptionPKCS7Padding, ⟦buffer⟧, 32, iv, data.bytes, n, out, m, &moved);
      return nil;
    }
    - (void)run { [self seal:data key:kKey]; }
    @end
    """,
    """
    void mac(void) {
      uint8_t key[32];
      SecRandomCopyBytes(kSecRandomDefault, 32, key);
      CCHmac(kCCHmacAlgSHA256, key, 32, data, count, out);
    }
    """,
  ])
  func looksAtObjectiveC(_ source: String) { expect(HardcodedCryptoKey.self, inObjectiveC: source) }

  @Test func aKeyFromThePropertyListOfAnotherFileIsMedium() async throws {
    let found = try await flowFindings(
      HardcodedCryptoKey.self,
      [
        "Config.swift": """
        enum Config {
          static var secret: String? { Bundle.main.object(forInfoDictionaryKey: "Secret") as? String }
        }
        """,
        "Sign.swift": """
        func sign(secret: String) { let key = SymmetricKey(data: Data(secret.utf8)) }
        """,
        "Send.swift": """
        func send() { if let secret = Config.secret { sign(secret: secret) } }
        """,
      ])
    #expect(found.map(\.severity) == [.medium])
  }
}
