import OmamoriReport
import Testing

@testable import OmamoriScanner

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
}
