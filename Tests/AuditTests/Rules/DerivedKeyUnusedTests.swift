import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DerivedKeyUnusedTests {
  @Test(arguments: [
    """
    func key(_ password: String) -> Data {
      var derived = Data(count: 32)
      _ = derived.withUnsafeMutableBytes { bytes in
        _ = ⟦CCKeyDerivationPBKDF(
          CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, salt, salt.count,
          CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 600_000, bytes.bindMemory(to: UInt8.self).baseAddress, 32)⟧
        log("done")
      }
      return derived
    }
    """,
    // The buffer is dropped; the key that is returned is another one.
    """
    func key(_ password: String) -> Data {
      let empty = Data(count: 32)
      var derived = [UInt8](repeating: 0, count: 32)
      let status = ⟦CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, salt, salt.count,
        CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 600_000, &derived, 32)⟧
      guard status == kCCSuccess else { return Data() }
      return empty
    }
    """,
    // A copy made before is returned in place of the buffer.
    """
    func key(_ password: String, _ salt: Data) -> Data? {
      var buffer = Data(count: 32)
      let result = buffer
      let status = buffer.withUnsafeMutableBytes { out in
        salt.withUnsafeBytes { saltBytes in
          ⟦CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2), password, password.count, saltBytes, salt.count,
            CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 600_000, out, result.count)⟧
        }
      }
      return status == 0 ? result : nil
    }
    """,
    // Zeros encrypt in the place of what was derived.
    """
    func encrypt(_ plain: [UInt8], password: String) -> Int32 {
      var key = [UInt8](repeating: 0, count: 32)
      var derived = [UInt8](repeating: 0, count: 32)
      CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2), password, 12, salt, 16, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 700_000,
        &derived, derived.count)
      return ⟦CCCrypt(
        CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding), &key, key.count, iv,
        plain, plain.count, &out, out.count, &moved)⟧
    }
    """,
    """
    func open(_ secret: SymmetricKey) throws -> Data {
      let session = ⟦HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: info, outputByteCount: 32)⟧
      return try AES.GCM.open(box, using: secret)
    }
    """,
    """
    func derive(_ password: String) {
      ⟦PKCS5_PBKDF2_HMAC(password, 12, salt, 16, 600000, EVP_sha256(), 32, buffer)⟧
      ready = true
    }
    """,
  ])
  func speaks(_ source: String) { expect(DerivedKeyUnused.self, in: source) }

  @Test(arguments: [
    """
    func key(_ password: String) throws -> Data {
      var derived = Data(count: 32)
      let status = derived.withUnsafeMutableBytes { bytes in
        CCKeyDerivationPBKDF(
          CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, salt, salt.count,
          CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 600_000, bytes.bindMemory(to: UInt8.self).baseAddress, 32)
      }
      guard status == kCCSuccess else { throw Failure.derivation }
      return derived
    }
    """,
    """
    func key(_ secret: SymmetricKey) -> SymmetricKey {
      let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: info, outputByteCount: 32)
      return key
    }
    """,
    "func key(_ secret: SymmetricKey) -> SymmetricKey { HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, outputByteCount: 32) }",
    // A property that others read.
    "final class Room { let session = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: info, outputByteCount: 32) }",
    // An own function of that name.
    "func prepare() { let wheel = toolbox.deriveKey(for: bicycle) }",
  ])
  func isSilent(_ source: String) { expect(DerivedKeyUnused.self, in: source) }
}
