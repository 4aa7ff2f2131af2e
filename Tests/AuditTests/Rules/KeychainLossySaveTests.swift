import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeychainLossySaveTests {
  @Test(arguments: [
    """
    func save(_ data: Data) {
      ⟦SecItemDelete(query as CFDictionary)⟧
      SecItemAdd(query as CFDictionary, nil)
    }
    """,
    """
    func save(_ data: Data) throws {
      let status = ⟦SecItemDelete(base)⟧
      guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure() }
      guard SecItemAdd(query, nil) == errSecSuccess else { throw Failure() }
    }
    """,
    """
    func saveBoth() {
      ⟦SecItemDelete(query as CFDictionary)⟧
      SecItemAdd(query as CFDictionary, nil)
      SecItemAdd(other as CFDictionary, nil)
    }
    """,
    """
    static func set(_ value: String) async {
      _ = ⟦SecItemDelete(query)⟧
      let added = SecItemAdd(query, nil)
    }
    """,
  ])
  func speaks(_ source: String) { expect(KeychainLossySave.self, in: source) }

  @Test(arguments: [
    "func remove() { SecItemDelete(query) }\nfunc add() { SecItemAdd(query, nil) }",
    """
    func save() {
      if SecItemAdd(query, nil) == errSecDuplicateItem { SecItemUpdate(query, changes) }
    }
    """,
    """
    func move() {
      guard SecItemAdd(query, nil) == errSecSuccess else { return }
      SecItemDelete(old)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(KeychainLossySave.self, in: source) }
}
