import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeychainDumpTests {
  @Test(arguments: [
    """
    func all() -> [[String: Any]] {
      let query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword,
        ⟦kSecMatchLimit: kSecMatchLimitAll⟧,
        kSecReturnData: kCFBooleanTrue!,
      ]
      var result: CFTypeRef?
      SecItemCopyMatching(query as CFDictionary, &result)
      return result as? [[String: Any]] ?? []
    }
    """,
    """
    func dump() {
      for kind in [kSecClassGenericPassword, kSecClassKey] {
        var query: [String: Any] = [kSecClass as String: kind]
        query[kSecReturnData as String] = true
        ⟦query[kSecMatchLimit as String] = kSecMatchLimitAll⟧
        var items: AnyObject?
        if SecItemCopyMatching(query as CFDictionary, &items) == noErr { print(items!) }
      }
    }
    """,
    """
    func dump() {
      let query: NSDictionary = [kSecClass: kSecClassInternetPassword, kSecReturnData: true, ⟦kSecMatchLimit: kSecMatchLimitAll⟧]
      SecItemCopyMatching(query, &result)
    }
    """,
  ])
  func speaks(_ source: String) { expect(KeychainDump.self, in: source) }

  @Test(arguments: [
    """
    let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true]
    SecItemCopyMatching(query as CFDictionary, &result)
    """,
    """
    let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]
    SecItemCopyMatching(query as CFDictionary, &result)
    """,
    """
    let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitOne, kSecReturnData: true]
    SecItemCopyMatching(query as CFDictionary, &result)
    """,
    """
    func read(_ query: [CFString: Any]) { SecItemCopyMatching(query as CFDictionary, &result) }
    """,
  ])
  func isSilent(_ source: String) { expect(KeychainDump.self, in: source) }
}
