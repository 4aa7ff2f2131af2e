import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct MultipeerUnencryptedTests {
  @Test(arguments: [
    "let session = MCSession(peer: id, securityIdentity: nil, encryptionPreference: ⟦.none⟧)",
    "let s = MultipeerConnectivity.MCSession(peer: id, securityIdentity: [me], encryptionPreference: ⟦.optional⟧)",
    """
    final class Nearby {
      private let preference = MCEncryptionPreference.optional
      lazy var session = MCSession(
        peer: id, securityIdentity: nil, encryptionPreference: ⟦preference⟧)
    }
    """,
  ])
  func speaks(_ source: String) { expect(MultipeerUnencrypted.self, in: source, severity: .medium) }

  @Test(arguments: [
    "let session = MCSession(peer: id, securityIdentity: nil, encryptionPreference: .required)",
    "let session = MCSession(peer: id)",
    "let session = GameSession(peer: id, encryptionPreference: .none)",
    "func make(_ p: MCEncryptionPreference) { _ = MCSession(peer: id, securityIdentity: nil, encryptionPreference: p) }",
  ])
  func isSilent(_ source: String) { expect(MultipeerUnencrypted.self, in: source) }
}
