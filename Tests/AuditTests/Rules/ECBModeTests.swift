import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ECBModeTests {
  @Test(arguments: [
    """
    let mode = CCOptions(kCCOptionPKCS7Padding | ⟦kCCOptionECBMode⟧)
    """,
    """
    CCCrypt(op, CCAlgorithm(kCCAlgorithmAES), ⟦3⟧, key, 32, nil, plain, n, out, m, &moved)
    """,
    """
    import CryptoSwift
    let aes = try AES(key: key, blockMode: ⟦ECB()⟧, padding: .pkcs7)
    """,
    """
    CCCryptorCreateWithMode(
      CCOperation(kCCEncrypt), CCMode(⟦kCCModeECB⟧), alg, padding, nil, key, n, nil, 0, 0, 0, &cryptor)
    """,
  ])
  func speaks(_ source: String) { expect(ECBMode.self, in: source) }

  @Test(arguments: [
    """
    let options = CCOptions(kCCOptionPKCS7Padding)
    """,
    """
    CCCrypt(op, CCAlgorithm(kCCAlgorithmAES), 1, key, 32, iv, plain, n, out, m, &moved)
    """,
    """
    func wrapKey(_ key: Data) -> Data { block(key, CCOptions(kCCOptionECBMode)) }
    """,
    """
    if options & CCOptions(kCCOptionECBMode) != 0 { throw CipherError.refused }
    """,
    """
    let ecb = ECB(currency: .euro)
    """,
  ])
  func isSilent(_ source: String) { expect(ECBMode.self, in: source) }
}
