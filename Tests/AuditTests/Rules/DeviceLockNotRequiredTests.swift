import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DeviceLockNotRequiredTests {
  private static let app = "@main struct MoonApp: App { var body: some Scene { WindowGroup { MoonView() } } }"

  @Test(arguments: [
    "func keep(_ query: [CFString: Any]) -> OSStatus { return ⟦SecItemAdd⟧(query as CFDictionary, nil) }",
    """
    enum Store {
      static func keep(_ key: Data) {
        let query: [String: Any] = [
          kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly, kSecValueData as String: key,
        ]
        ⟦SecItemAdd⟧(query as CFDictionary, nil)
      }
    }
    """,
    "func keep() { ⟦KeychainWrapper⟧.standard.set(token, forKey: \"token\") }",
  ])
  func speaks(_ source: String) throws {
    try expect(
      DeviceLockNotRequired.self, in: ["App.swift": Self.app, "Store.swift": source], severity: .low)
  }

  @Test(arguments: [
    [
      "App.swift": app,
      "Store.swift": """
      let access = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      func keep() { SecItemAdd(query, nil) }
      """,
    ],
    [
      "App.swift": app, "Store.swift": "func keep() { SecItemAdd(query, nil) }",
      "Lock.swift": "let isLocked = LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)",
    ],
    ["App.swift": app, "List.swift": "func show() { list.reload() }"],
    // A library does not know the app.
    ["Store.swift": "func keep() { SecItemAdd(query, nil) }"],
  ])
  func isSilent(_ files: [String: String]) throws { try expect(DeviceLockNotRequired.self, in: files) }
}
