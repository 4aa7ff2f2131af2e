import OmamoriReport
import Testing

@testable import OmamoriScanner

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
}
