import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeychainMigratableTests {
  @Test(arguments: [
    """
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      ⟦kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlock⟧,
    ]
    SecItemAdd(query as CFDictionary, nil)
    """,
    """
    var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
    ⟦query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlocked⟧
    SecItemAdd(query as CFDictionary, nil)
    """,
    """
    let level = kSecAttrAccessibleWhenUnlocked
    SecItemAdd([kSecClass: kSecClassKey, ⟦kSecAttrAccessible: level⟧] as CFDictionary, nil)
    """,
  ])
  func speaks(_ source: String) { expect(KeychainMigratable.self, in: source, severity: .low) }

  @Test(arguments: [
    "SecItemAdd([kSecClass: kSecClassKey, kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly] as CFDictionary, nil)",
    "SecItemAdd([kSecClass: kSecClassKey, kSecAttrAccessible: options.accessible] as CFDictionary, nil)",
    "SecItemCopyMatching([kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary, &item)",
  ])
  func isSilent(_ source: String) { expect(KeychainMigratable.self, in: source) }

  @Test func bothBranchesAreSeen() {
    expect(
      KeychainMigratable.self,
      in: """
        var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
        if isShared {
          ⟦query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock⟧
        } else {
          query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        }
        SecItemAdd(query as CFDictionary, nil)
        """, confidence: .medium)
  }

  @Test func whatIsReplacedOnEveryPathIsNotSeen() {
    expect(
      KeychainMigratable.self,
      in: """
        var query: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]
        query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        SecItemAdd(query as CFDictionary, nil)
        """)
  }

  @Test func theArgumentOfAHelperIsSeen() {
    expect(
      KeychainMigratable.self,
      in: """
        func query(_ account: String, _ level: CFString) -> [CFString: Any] {
          [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, ⟦kSecAttrAccessible: level⟧]
        }
        SecItemAdd(query("token", kSecAttrAccessibleWhenUnlocked) as CFDictionary, nil)
        """)
  }
}
