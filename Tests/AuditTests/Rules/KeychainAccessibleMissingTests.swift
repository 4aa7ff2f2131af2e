import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeychainAccessibleMissingTests {
  @Test(arguments: [
    """
    let status = ⟦SecItemAdd([
      kSecClass: kSecClassGenericPassword,
      kSecAttrAccount: "token",
      kSecValueData: data,
    ] as CFDictionary, nil)⟧
    """,
    """
    func save(_ data: Data) {
      var query = [String: Any]()
      query[kSecClass as String] = kSecClassGenericPassword
      query[String(kSecAttrAccount)] = "pin"
      query[kSecValueData as String] = data
      let status = ⟦SecItemAdd(query as CFDictionary, nil)⟧
    }
    """,
    """
    struct Store {
      private func baseQuery(for account: String) -> [String: Any] {
        [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account]
      }
      func add(_ data: Data) -> OSStatus {
        var query = baseQuery(for: "session")
        query[kSecValueData as String] = data
        return ⟦SecItemAdd(query as CFDictionary, nil)⟧
      }
    }
    """,
    """
    func add(_ base: Data) -> OSStatus {
      let base: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrAccount: "a"]
      let query = base.merging([kSecValueData: Data()]) { $1 }
      return ⟦SecItemAdd(query as CFDictionary, nil)⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(KeychainAccessibleMissing.self, in: source, severity: .info) }

  @Test(arguments: [
    """
    let query: [String: Any] = [kSecClass as String: kSecClassGenericPassword, kSecValueData as String: data,
      kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlocked]
    SecItemAdd(query as CFDictionary, nil)
    """,
    """
    var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValueData: data]
    query[kSecAttrAccessControl] = control
    SecItemAdd(query as CFDictionary, nil)
    """,
    """
    var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValueData: data]
    if let level { query[kSecAttrAccessible] = level }
    SecItemAdd(query as CFDictionary, nil)
    """,
    """
    func add(_ item: Item) -> OSStatus { SecItemAdd(item.query as CFDictionary, nil) }
    """,
    """
    var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValueData: data]
    protect(&query)
    SecItemAdd(query as CFDictionary, nil)
    """,
    "SecItemAdd([kSecClass: kSecClassCertificate, kSecValueRef: certificate] as CFDictionary, nil)",
    "SecItemCopyMatching([kSecClass: kSecClassGenericPassword, kSecAttrAccount: a] as CFDictionary, &result)",
  ])
  func isSilent(_ source: String) { expect(KeychainAccessibleMissing.self, in: source) }

  @Test(arguments: [
    ("if x { query[kSecAttrAccessControl] = control }", 0),
    ("if x { query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly }", 0),
    (
      "query[kSecAttrAccessible] = x ? kSecAttrAccessibleAlways : kSecAttrAccessibleWhenUnlockedThisDeviceOnly",
      0
    ),
    ("if x { query[kSecAttrAccessControl] = one } else { query[kSecAttrAccessControl] = two }", 1),
    ("query[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly", 1),
  ])
  func onlyProtectionOnEveryPathIsEvidence(_ line: String, _ count: Int) {
    let source = """
      var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValueData: data]
      \(line)
      SecItemAdd(query as CFDictionary, nil)
      """
    let text = TextSource(path: "App.swift", bytes: Array(source.utf8))
    var report = FileReport(text)
    KeychainAccessibleMissing().check(SwiftSource(text), &report)
    #expect(report.evidence.count { $0.kind == .keychainProtected } == count)
  }
}
