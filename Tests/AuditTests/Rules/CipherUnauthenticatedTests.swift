import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CipherUnauthenticatedTests {
  @Test(arguments: [
    """
    struct Cipher {
      func encrypt(_ plain: Data, key: Data, iv: [UInt8]) -> Data? {
        return ⟦crypt(plain, key: key, iv: iv, options: CCOptions(kCCOptionPKCS7Padding))⟧
      }
      private func crypt(_ plain: Data, key: Data, iv: [UInt8], options: CCOptions) -> Data? {
        CCCrypt(
          CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), options, key.bytes, key.count, iv, plain.bytes,
          plain.count, out, size, &moved)
        return out
      }
    }
    """,
    """
    import CryptoSwift
    let aes = try AES(key: key, blockMode: ⟦CTR(iv: iv)⟧, padding: .noPadding)
    """,
    """
    let status = ⟦CCCryptorCreateWithMode(
      CCOperation(kCCEncrypt), CCMode(kCCModeCTR), CCAlgorithm(kCCAlgorithmAES), CCPadding(ccNoPadding), iv, key, 32,
      nil, 0, 0, 0, &cryptor)⟧
    """,
  ])
  func speaks(_ source: String) { expect(CipherUnauthenticated.self, in: source) }

  @Test(arguments: [
    """
    let box = try AES.GCM.seal(plain, using: key)
    """,
    """
    let status = CCCrypt(
      CCOperation(kCCDecrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding), key, 32, iv, box, n,
      out, m, &moved)
    """,
    """
    let status = CCCrypt(
      CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding), key, 32, iv, plain, n,
      out, m, &moved)
    let tag = HMAC<SHA256>.authenticationCode(for: iv + out, using: macKey)
    """,
    """
    let status = CCCrypt(
      CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionECBMode), key, 32, nil, block, 16,
      out, m, &moved)
    """,
  ])
  func isSilent(_ source: String) { expect(CipherUnauthenticated.self, in: source) }
}
