import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AuditStubTests {
  @Test(arguments: [
    "func checkSecurity() -> Bool { return ⟦true⟧ }",
    """
    final class SelfAudit {
      static func runAudit(for user: String, completion: Int) -> AuditResult { ⟦.passed⟧ }
    }
    """,
    "func securityScore() -> Int { ⟦100⟧ }",
    "func verifyCompliance(_ device: Device) async throws -> Bool { ⟦true⟧ }",
    "func securityLevel<T>(of value: T) -> Level { ⟦.high⟧ }",
    "struct SecuritySelfCheck { func isSecure() -> Bool { return ⟦true⟧ } }",
    "func auditStatus() -> String { ⟦\"OK\"⟧ }",
  ])
  func speaks(_ source: String) { expect(AuditStub.self, in: source) }

  @Test(arguments: [
    "func checkSecurity() -> Bool { store.isProtected }",
    "struct MockSecurity { func checkSecurity() -> Bool { true } }",
    "class var supportsSecureCoding: Bool { true }",
    "static var securityLevel: Int { 3 }",
    "func startAccessingSecurityScopedResource() -> Bool { true }",
    "class Base { open func checkSecurity() -> Bool { true } }",
    "func isReady() -> Bool { true }",
    "struct LocalChannel { func isSecure() -> Bool { true } }",
    // Judged by another rule.
    "func isJailbroken() -> Bool { false }",
    "func securityStatus() -> Status { .unknown }",
    """
    func checkSecurity() -> Bool {
      report(device)
      return true
    }
    """,
  ])
  func isSilent(_ source: String) { expect(AuditStub.self, in: source) }
}
