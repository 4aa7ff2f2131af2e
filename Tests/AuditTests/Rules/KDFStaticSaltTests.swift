import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KDFStaticSaltTests {
  @Test(arguments: [
    """
    struct Verifier {
      private let salt = Array("tsukimi-salt".utf8)
      func derive(_ password: String) -> Int32 {
        ⟦CCKeyDerivationPBKDF(
          CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, salt⟧, salt.count, prf, 600_000, &key, 32)
      }
    }
    """,
    """
    func hash(_ password: String, salt: String = "pepper") throws -> [UInt8] {
      try PKCS5.PBKDF2(password: password.bytes, salt: ⟦salt.bytes⟧, iterations: 600_000).calculate()
    }
    """,
    """
    let key = try KDF.Scrypt.deriveKey(from: passcode, salt: ⟦Data(repeating: 0, count: 16)⟧, outputByteCount: 32)
    """,
    """
    let key = try Scrypt(password: bytes, salt: ⟦[]⟧, dkLen: 32, N: 16384, r: 8, p: 1).calculate()
    """,
    """
    let key = try KDF.Insecure.PBKDF2.deriveKey(
      from: passcode, salt: ⟦Data(user.email.utf8)⟧, using: .sha256, outputByteCount: 32, rounds: 600_000)
    """,
    """
    let salt = Data(SHA256.hash(data: Data("suzu".utf8)))
    let key = try KDF.Scrypt.deriveKey(from: passcode, salt: ⟦salt⟧, outputByteCount: 32)
    """,
    """
    struct Lock {
      private let seed: [UInt8]
      init(seed: [UInt8]) { self.seed = seed }
      func key(_ phrase: String) -> Bytes? { sodium.pwHash.hash(outputLength: 32, passwd: phrase.bytes, salt: ⟦seed⟧) }
    }
    let lock = Lock(seed: Array("lock-seed".utf8))
    """,
    """
    func key(_ passcode: String) -> SymmetricKey {
      let material = SymmetricKey(data: Data(passcode.utf8))
      return ⟦HKDF<SHA256>.deriveKey(inputKeyMaterial: material, salt: Data("v1".utf8)⟧, info: label, outputByteCount: 32)
    }
    """,
  ])
  func speaks(_ source: String) { expect(KDFStaticSalt.self, in: source) }

  @Test(arguments: [
    """
    let salt = Data(SHA256.hash(data: stored.seed))
    let key = try KDF.Scrypt.deriveKey(from: passcode, salt: salt, outputByteCount: 32)
    """,
    """
    let salt = try SecureRandom.bytes(count: 16)
    let key = try KDF.Scrypt.deriveKey(from: passcode, salt: salt, outputByteCount: 32)
    """,
    """
    var salt = [UInt8](repeating: 0, count: 16)
    guard SecRandomCopyBytes(kSecRandomDefault, 16, &salt) == errSecSuccess else { return nil }
    CCKeyDerivationPBKDF(alg, password, n, salt, salt.count, prf, 600_000, &key, 32)
    """,
    """
    let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: root, salt: Data("v1".utf8), info: label, outputByteCount: 32)
    """,
    """
    let key = try PKCS5.PBKDF2(password: typed, salt: record.salt, iterations: record.rounds).calculate()
    """,
  ])
  func isSilent(_ source: String) { expect(KDFStaticSalt.self, in: source) }
}
