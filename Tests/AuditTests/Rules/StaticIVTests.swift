import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct StaticIVTests {
  @Test(arguments: [
    """
    struct JournalCipher {
      func encrypt(_ plain: Data, key: Data) -> Data? {
        let iv: [UInt8] = [0x6d, 0x6f, 0x6f, 0x6e, 0x6d, 0x6f, 0x6f, 0x6e, 0x6d, 0x6f, 0x6f, 0x6e, 1, 2, 3, 4]
        return crypt(plain, key: key, iv: iv, options: CCOptions(kCCOptionPKCS7Padding))
      }
      private func crypt(_ plain: Data, key: Data, iv: [UInt8]?, options: CCOptions) -> Data? {
        ⟦CCCrypt(
          CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), options, key.bytes, key.count, iv⟧, plain.bytes,
          plain.count, out, size, &moved)
        return out
      }
    }
    """,
    """
    ⟦CCCrypt(
      CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES128), CCOptions(kCCOptionPKCS7Padding), key, 16, nil⟧,
      plain, count, out, size, &moved)
    """,
    """
    let status = ⟦CCCrypt(
      CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding), key, 32,
      "0123456789abcdef"⟧, plain, count, out, size, &moved)
    """,
    """
    import CryptoSwift
    let aes = try AES(key: key, blockMode: CTR(iv: ⟦Array("moonmoonmoonmoon".utf8)⟧))
    """,
    """
    import CryptoSwift
    extension String {
      func sealed(key: [UInt8], iv: String = "drowssapdrowssap") throws -> [UInt8] {
        try AES(key: key, blockMode: CBC(iv: ⟦iv.bytes⟧)).encrypt(bytes)
      }
    }
    """,
    """
    import CryptoSwift
    let aes = try AES(key: key, blockMode: CBC(iv: ⟦Array(key.prefix(16))⟧))
    """,
  ])
  func speaks(_ source: String) { expect(StaticIV.self, in: source) }

  @Test(arguments: [
    """
    import CryptoSwift
    let aes = try AES(key: key, blockMode: CBC(iv: AES.randomIV(AES.blockSize)))
    """,
    """
    var iv = [UInt8](repeating: 0, count: 16)
    guard SecRandomCopyBytes(kSecRandomDefault, iv.count, &iv) == errSecSuccess else { throw Failure.random }
    CCCrypt(op, CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding), key, 32, iv, plain, n, out, m, &moved)
    """,
    """
    var iv = Data(repeating: 0, count: 16)
    _ = iv.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 16, $0.baseAddress!) }
    iv.withUnsafeBytes { vector in
      CCCrypt(op, CCAlgorithm(kCCAlgorithmAES), options, key, 32, vector.baseAddress, plain, n, out, m, &moved)
    }
    """,
    """
    CCCrypt(
      op, CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding | kCCOptionECBMode), key, 32, nil, plain, n,
      out, m, &moved)
    """,
    """
    import CryptoSwift
    let iv = Array(message.prefix(16))
    let plain = try AES(key: key, blockMode: CBC(iv: iv)).decrypt(message.dropFirst(16))
    """,
  ])
  func isSilent(_ source: String) { expect(StaticIV.self, in: source) }
}
