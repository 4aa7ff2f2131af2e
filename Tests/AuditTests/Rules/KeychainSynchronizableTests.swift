import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeychainSynchronizableTests {
  @Test(arguments: [
    "SecItemAdd([kSecClass: kSecClassKey, ⟦kSecAttrSynchronizable: true⟧] as CFDictionary, nil)",
    """
    var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
    ⟦query[kSecAttrSynchronizable as String] = kCFBooleanTrue⟧
    SecItemAdd(query as CFDictionary, nil)
    """,
    "SecItemAdd([kSecClass: kSecClassKey, ⟦kSecAttrSynchronizable: NSNumber(value: 1)⟧] as CFDictionary, nil)",
    "let keychain = Keychain(service: \"jp.tsukimi\").synchronizable(⟦true⟧)",
  ])
  func speaks(_ source: String) { expect(KeychainSynchronizable.self, in: source) }

  @Test(arguments: [
    "SecItemAdd([kSecClass: kSecClassKey, kSecAttrSynchronizable: false] as CFDictionary, nil)",
    "SecItemCopyMatching([kSecClass: kSecClassKey, kSecAttrSynchronizable: kSecAttrSynchronizableAny] as CFDictionary, &r)",
    "SecItemAdd([kSecClass: kSecClassKey, kSecAttrSynchronizable: settings.sync] as CFDictionary, nil)",
  ])
  func isSilent(_ source: String) { expect(KeychainSynchronizable.self, in: source) }
}
