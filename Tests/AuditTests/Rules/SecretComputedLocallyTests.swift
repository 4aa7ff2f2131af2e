import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SecretComputedLocallyTests {
  @Test(arguments: [
    "func isValidLicense(_ key: String) -> Bool { ⟦key.utf8.reduce(0) { $0 + Int($1) }⟧ % 97 == 1 }",
    """
    final class Shop {
      func validateVoucher(code: String) -> Bool {
        let parts = code.components(separatedBy: "-")
        return parts.count == 2 && ⟦checksum(parts[0])⟧ == parts[1]
      }
    }
    """,
    """
    func checkSerial(_ serial: String) -> Bool {
      let digest = ⟦Insecure.MD5.hash(data: Data(serial.utf8))⟧
      if digest.description == expected { return true }
      return false
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(SecretComputedLocally.self, in: source, severity: .low, confidence: .low)
  }

  @Test(arguments: [
    "func isValidLicense(_ l: License) -> Bool { key.isValidSignature(l.signature, for: l.body) }",
    "func isValidLicense(_ key: String) -> Bool { key.count == 16 }",
    "func checksum(_ text: String) -> Int { text.utf8.reduce(0) { $0 + Int($1) } }",
    "func isValidCard(_ number: String) -> Bool { number.reduce(0) { $0 + digit($1) } % 10 == 0 }",
    "func showLicense(_ key: String) -> Bool { key.reduce(0) { $0 + value($1) } == 3 }",
  ])
  func isSilent(_ source: String) { expect(SecretComputedLocally.self, in: source) }
}
