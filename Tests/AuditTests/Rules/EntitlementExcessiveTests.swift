import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct EntitlementExcessiveTests {
  private func check(_ body: String) throws {
    try expectInPlist(EntitlementExcessive.self, in: body, path: "App.entitlements", kind: .entitlements)
  }

  @Test(arguments: [
    "<key>keychain-access-groups</key><array>⟦<string>$(AppIdentifierPrefix)*</string>⟧</array>",
    "⟦<key>com.apple.security.cs.disable-library-validation</key><true/>⟧",
    "⟦<key>com.apple.security.cs.allow-dyld-environment-variables</key>\n<true/>⟧",
    "<key>com.apple.security.application-groups</key><array>⟦<string>group.jp.example.*</string>⟧</array>",
  ])
  func speaks(_ body: String) throws { try check(body) }

  @Test(arguments: [
    "<key>keychain-access-groups</key><array><string>$(AppIdentifierPrefix)jp.example.app</string></array>",
    "<key>com.apple.security.cs.disable-library-validation</key><false/>",
    "<key>com.apple.security.app-sandbox</key><true/>",
    "<key>com.apple.developer.associated-domains</key><array><string>applinks:example.jp</string></array>",
  ])
  func isSilent(_ body: String) throws { try check(body) }
}
