import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HashAsIntegrityTests {
  @Test(arguments: [
    """
    func checkIntegrity(of data: Data, _ stored: String) -> Bool {
      let digest = SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
      return ⟦digest == stored⟧
    }
    """,
    """
    struct TamperCheck {
      func isValid(_ file: Data) -> Bool { ⟦Data(SHA512.hash(data: file)) == footer⟧ }
    }
    """,
    """
    import CryptoSwift
    func isGenuine(_ data: Data) -> Bool {
      guard ⟦data.sha256() != expected⟧ else { return true }
      return false
    }
    """,
    """
    func isComplete(_ archive: Data, digest: String) -> Bool {
      let own = SHA256.hash(data: archive).map { String(format: "%02x", $0) }.joined()
      return ⟦own == digest⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(HashAsIntegrity.self, in: source, confidence: .low) }

  @Test(arguments: [
    // The name of what is kept is its digest: nothing is claimed about attackers.
    "func isCached(_ data: Data) -> Bool { Data(SHA256.hash(data: data)) == name }",
    """
    func checkIntegrity(_ data: Data, _ tag: Data) -> Bool {
      HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: data, using: key)
    }
    """,
    """
    func checkIntegrity(_ data: Data) -> Bool {
      Data(SHA256.hash(data: data)) == digest && publicKey.isValidSignature(signature, for: digest)
    }
    """,
    "func isTampered(_ count: Int) -> Bool { count != expected }",
  ])
  func isSilent(_ source: String) { expect(HashAsIntegrity.self, in: source) }
}
