import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeychainUnscopedQueryTests {
  @Test(arguments: [
    """
    func read(_ account: String) -> Data? {
      let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account, kSecReturnData as String: true,
      ]
      var item: CFTypeRef?
      ⟦SecItemCopyMatching(query as CFDictionary, &item)⟧
      return item as? Data
    }
    """,
    """
    var query = [CFString: Any]()
    query[kSecClass] = kSecClassInternetPassword
    query[kSecAttrAccount] = "rin"
    let status = ⟦SecItemUpdate(query as CFDictionary, changes as CFDictionary)⟧
    """,
  ])
  func speaks(_ source: String) { expect(KeychainUnscopedQuery.self, in: source, severity: .low) }

  @Test func theQueriesOfAFileAreOneFinding() {
    expect(
      KeychainUnscopedQuery.self,
      in: """
        let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account]
        SecItemCopyMatching(query as CFDictionary, &item)
        ⟦SecItemDelete(query as CFDictionary)⟧
        """, severity: .low)
  }

  @Test func deletingEverythingIsWorse() {
    expect(
      KeychainUnscopedQuery.self,
      in: """
        func signOut() { ⟦SecItemDelete([kSecClass: kSecClassGenericPassword] as CFDictionary)⟧ }
        """, severity: .medium)
  }

  @Test(arguments: [
    """
    let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "tsukimi", kSecAttrAccount: a]
    SecItemDelete(query as CFDictionary)
    """,
    """
    let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: group, kSecAttrAccount: a]
    SecItemCopyMatching(query as CFDictionary, &item)
    """,
    // Keys are found by their tag.
    "SecItemDelete([kSecClass: kSecClassKey] as CFDictionary)",
    // What the base query holds is not known.
    "func remove(_ query: [CFString: Any]) { SecItemDelete(query as CFDictionary) }",
    """
    var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account]
    addService(to: &query)
    SecItemDelete(query as CFDictionary)
    """,
    // Adding is judged by its accessibility.
    "SecItemAdd([kSecClass: kSecClassGenericPassword, kSecValueData: data] as CFDictionary, nil)",
  ])
  func isSilent(_ source: String) { expect(KeychainUnscopedQuery.self, in: source) }
}
