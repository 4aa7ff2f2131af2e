import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct BrokenCipherTests {
  @Test(arguments: [
    """
    let algorithm = CCAlgorithm(⟦kCCAlgorithm3DES⟧)
    """,
    """
    CCCrypt(UInt32(kCCEncrypt), UInt32(⟦kCCAlgorithmRC4⟧), 0, key, n, nil, plain, n, out, m, &moved)
    """,
    """
    import CryptoSwift
    let cipher = try ⟦Blowfish(key: key, blockMode: CBC(iv: iv), padding: .pkcs7)⟧
    """,
    """
    import IDZSwiftCommonCrypto
    let cryptor = Cryptor(operation: .encrypt, algorithm: ⟦.des⟧, options: .PKCS7Padding, key: key, iv: iv)
    """,
    """
    class Legacy: NSObject {
      func size() -> Int32 { EVP_CIPHER_key_length(⟦EVP_des_ede3_cbc⟧()) }
    }
    """,
  ])
  func speaks(_ source: String) { expect(BrokenCipher.self, in: source) }

  @Test(arguments: [
    """
    CCCrypt(CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), options, key, 32, iv, plain, n, out, m, &moved)
    """,
    """
    if algorithm == CCAlgorithm(kCCAlgorithmDES) { throw CipherError.refused }
    """,
    """
    let box = try ChaChaPoly.seal(plain, using: key)
    """,
    """
    // kCCAlgorithmDES was used until version 2.
    let names = ["kCCAlgorithmDES": 1]
    """,
    """
    let size = kCCBlockSize3DES
    """,
  ])
  func isSilent(_ source: String) { expect(BrokenCipher.self, in: source) }

  @Test(arguments: [
    "void f(void) { CCCrypt(kCCEncrypt, ⟦kCCAlgorithmDES⟧, o, k, 8, v, p, n, q, m, &l); }",
    "static const CCAlgorithm algorithm = ⟦kCCAlgorithm3DES⟧;",
    "const EVP_CIPHER *cipher(void) { return ⟦EVP_rc4⟧(); }",
    "int f(CTX *c) { return EVP_EncryptInit_ex(c, ⟦EVP_des_cbc⟧(), NULL, k, v); }",
  ])
  func speaksOfC(_ source: String) { expect(BrokenCipher.self, inObjectiveC: source, confidence: .high) }

  /// A function that is made or declared is not used.
  @Test(arguments: [
    "OPENSSL_EXPORT const EVP_CIPHER *EVP_rc4(void);\nconst EVP_CIPHER *EVP_des_cbc(void);",
    "const EVP_CIPHER *EVP_rc4(void) { return &rc4; }",
    "DEFINE_METHOD_FUNCTION(EVP_CIPHER, EVP_des_cbc) { out->block_size = 8; }",
    "#define CIPHERS EVP_rc4\nvoid f(int a) { if (a == kCCAlgorithmDES) { refuse(); } }",
  ])
  func makingACipherUsesNone(_ source: String) {
    expect(BrokenCipher.self, inObjectiveC: source, path: "a.c")
  }

  @Test(arguments: [
    "static const struct { int id; F make; } all[] = { {1, &⟦EVP_rc2_cbc⟧}, {2, ⟦EVP_des_cbc⟧}, {3, &EVP_aes_128_cbc} };",
    """
    const EVP_CIPHER *named(const char *name) {
      if (strcmp(name, "rc4") == 0) { return ⟦EVP_rc4⟧(); }
      if (strcmp(name, "des") == 0) { return ⟦EVP_des_cbc⟧(); }
      return EVP_aes_256_cbc();
    }
    """,
    "int f(int a) { switch (a) { case 3: return ⟦kCCAlgorithm3DES⟧; default: return kCCAlgorithmAES; } }",
  ])
  func aChoiceIsDoubtful(_ source: String) {
    expect(BrokenCipher.self, inObjectiveC: source, confidence: .low)
  }
}
