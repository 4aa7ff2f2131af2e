import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct WeakHashTests {
  @Test(arguments: [
    """
    func digest(_ data: Data) -> String {
      ⟦Insecure.MD5.hash(data: data)⟧.map { String($0, radix: 16) }.joined()
    }
    """,
    """
    var hasher = ⟦Insecure.SHA1()⟧
    hasher.update(data: firmware)
    """,
    """
    func md5(_ text: String) -> [UInt8] {
      let data = Data(text.utf8)
      var digest = [UInt8](repeating: 0, count: 16)
      _ = data.withUnsafeBytes { ⟦CC_MD5($0.baseAddress, CC_LONG(data.count), &digest)⟧ }
      return digest
    }
    """,
    """
    import CryptoSwift
    let token = ⟦body.md5()⟧
    """,
    """
    final class Signer {
      func sign(_ order: String) -> String {
        var context = CC_SHA1_CTX()
        ⟦CC_SHA1_Init(&context)⟧
        return finish(&context)
      }
    }
    """,
    """
    let ok = SecKeyVerifySignature(key, ⟦.ecdsaSignatureMessageX962SHA1⟧, data, signature, nil)
    """,
    """
    func seal(_ order: Data) throws -> Data { try ⟦digest(of: order, using: Insecure.SHA1.self)⟧ }
    """,
    """
    func approve(_ order: Data) -> Data { ⟦digest(order, call: CC_SHA1)⟧ }
    """,
  ])
  func speaks(_ source: String) { expect(WeakHash.self, in: source) }

  @Test(arguments: [
    """
    let digest = SHA256.hash(data: data)
    """,
    """
    let code = HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: key)
    """,
    // signature-algorithm-weak reports it.
    "let signature = try key.signature(for: Insecure.SHA1.hash(data: message))",
    """
    func totpCode(_ secret: Data, _ counter: Data) -> Data { Data(Insecure.SHA1.hash(data: counter)) }
    """,
    """
    func isPwned(_ typed: String) -> String { Insecure.SHA1.hash(data: Data(typed.utf8)).hexText }
    """,
    """
    CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA1), key, key.count, data, data.count, &out)
    """,
    """
    struct SubjectKeyIdentifier {
      init(of key: PublicKey) { bytes = Data(Insecure.SHA1.hash(data: key.info)) }
    }
    """,
    """
    let authority = AuthorityKey(keyIdentifier: Insecure.SHA1.hash(data: issuer.publicKey.info))
    """,
    """
    let md6 = MD6.hash(data)
    """,
  ])
  func isSilent(_ source: String) { expect(WeakHash.self, in: source) }

  @Test func aPasswordMakesItWorse() {
    expect(
      WeakHash.self,
      in: "func old(password: String) -> Data { Data(⟦Insecure.MD5.hash(data: Data(password.utf8))⟧) }",
      severity: .high, confidence: .high)
  }

  @Test func aNameForALogIsDoubtful() {
    expect(
      WeakHash.self, in: "var hashForLogging: String { ⟦Insecure.MD5.hash(data: Data(utf8))⟧.description }",
      severity: .medium, confidence: .low)
  }

  @Test func aShortNameForAPathIsDoubtful() {
    expect(
      WeakHash.self,
      in: """
        enum PathHasher {
          case md5
          func hash(_ value: String) -> String {
            let digest = ⟦Insecure.MD5.hash(data: Data(value.utf8))⟧.map { String($0, radix: 16) }
            return String(digest.joined().prefix(12))
          }
        }
        """, severity: .medium, confidence: .low)
    expect(
      WeakHash.self,
      in: "func md5(ofFileAtPath path: String) -> Data { Data(⟦Insecure.MD5.hash(data: read(path))⟧) }",
      severity: .medium, confidence: .low)
  }

  @Test func aNameForACacheEntryIsDoubtful() {
    expect(
      WeakHash.self, in: "func cacheKey(_ url: URL) -> Data { Data(⟦Insecure.MD5.hash(data: url.bytes)⟧) }",
      severity: .medium, confidence: .low)
  }

  @Test func whatAHelperIsForIsSeenInItsCallers() async throws {
    let helper = "extension String { var md5String: String { hex(Insecure.MD5.hash(data: Data(utf8))) } }"
    let marked = "extension String { var md5String: String { hex(⟦Insecure.MD5.hash(data: Data(utf8))⟧) } }"
    try await expect(
      WeakHash.self,
      across: [
        "String.swift": helper, "Images.swift": "func cacheKey(_ url: URL) -> String { url.path.md5String }",
        "Feed.swift": "func store(_ text: String) { record.uniqueID = text.md5String }",
      ])
    try await expect(
      WeakHash.self,
      across: [
        "String.swift": marked,
        "Request.swift": "func sign(_ body: String) -> String { (body + salt).md5String }",
        "Images.swift": "func cacheKey(_ url: URL) -> String { url.path.md5String }",
      ], severity: .medium, confidence: .high)
    try await expect(
      WeakHash.self, across: ["String.swift": marked, "A.swift": "let shown = text.md5String"],
      confidence: .low)
  }
}
