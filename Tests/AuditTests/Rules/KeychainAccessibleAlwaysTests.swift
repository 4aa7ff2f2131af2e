import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeychainAccessibleAlwaysTests {
  @Test(arguments: [
    "query[kSecAttrAccessible as String] = ⟦kSecAttrAccessibleAlways⟧",
    "let query: [CFString: Any] = [kSecAttrAccessible: ⟦kSecAttrAccessibleAlwaysThisDeviceOnly⟧]",
    "let control = SecAccessControlCreateWithFlags(nil, ⟦kSecAttrAccessibleAlways⟧, [], nil)",
    "try keychain.accessibility(⟦.always⟧).set(token, key: \"token\")",
    "wrapper.set(token, forKey: \"t\", withAccessibility: ⟦.alwaysThisDeviceOnly⟧)",
  ])
  func speaks(_ source: String) {
    expect(KeychainAccessibleAlways.self, in: source, severity: .high, confidence: .high)
  }

  @Test(arguments: [
    "query[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly",
    "if item.accessibility == kSecAttrAccessibleAlways { migrate(item) }",
    "switch level { case kSecAttrAccessibleAlways: migrate(); default: break }",
    "view.show(animated: true, mode: .always)",
    "let policy = Policy(refresh: .always)",
  ])
  func isSilent(_ source: String) { expect(KeychainAccessibleAlways.self, in: source) }
}
