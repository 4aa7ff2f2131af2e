import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AppInventoryTests {
  @Test func namesWhatTheAppDeclaresAndCarries() throws {
    let facts = try ProjectFixture.facts([
      "App/Info.plist": ProjectFixture.plist(
        """
        <key>NSCameraUsageDescription</key><string>Photos of the moon</string>
        <key>CFBundleURLTypes</key><array><dict>
          <key>CFBundleURLSchemes</key><array><string>jp.example.tsukimi</string></array>
        </dict></array>
        <key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict>
          <key>old.example.jp</key><dict/>
        </dict></dict>
        """),
      "App/App.entitlements": ProjectFixture.plist(
        """
        <key>com.apple.developer.associated-domains</key>
        <array><string>applinks:www.example.jp?mode=developer</string></array>
        """),
      "Package.resolved": """
      {"pins": [{"identity": "swift-collections", "location": "https://example.org/c.git",
        "state": {"version": "1.1.0", "revision": "abc"}}], "version": 2}
      """,
      "Cartfile.resolved": "github \"Example/Kit\" \"2.0.1\"\n",
    ])
    let inventory = facts.appInventory
    #expect(inventory.permissions == ["NSCameraUsageDescription"])
    #expect(inventory.entitlements == ["com.apple.developer.associated-domains"])
    #expect(inventory.urlSchemes == ["jp.example.tsukimi"])
    #expect(inventory.atsExceptions == ["old.example.jp"])
    #expect(inventory.domains == ["www.example.jp"])
    #expect(
      inventory.dependencies == [
        AppInventory.Dependency(name: "Kit", version: "2.0.1", source: "carthage"),
        AppInventory.Dependency(name: "swift-collections", version: "1.1.0", source: "swiftpm"),
      ])
    #expect(inventory.binaries.isEmpty)
  }
}
