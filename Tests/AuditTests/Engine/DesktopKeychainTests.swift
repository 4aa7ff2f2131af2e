import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DesktopKeychainTests {
  private static func confidences(_ settings: String, _ attribute: String = "") async throws -> [Confidence] {
    let folder = try TemporaryFolder()
    try folder.write("App.xcodeproj/project.pbxproj", ProjectFixture.pbxproj(target: settings))
    try folder.write(
      "App/Store.m",
      """
      @implementation Store
      - (void)keep:(NSData *)data {
        SecItemAdd((CFDictionaryRef) @{ (id)kSecClass : (id)kSecClassGenericPassword, \(attribute)
          (id)kSecValueData : data }, NULL);
      }
      @end
      """)
    let report = try await Auditor().audit(Discovery().inventory(at: folder.path))
    return report.findings.filter { $0.rule == KeychainAccessibleMissing.metadata.id }.map(\.confidence)
  }

  @Test func theKeychainInFilesKnowsNoClasses() async throws {
    #expect(try await Self.confidences("SDKROOT = macosx;") == [.low])
    #expect(try await Self.confidences("SDKROOT = iphoneos;") == [.high])
    #expect(try await Self.confidences("") == [.high])
  }

  @Test(arguments: [
    "(id)kSecUseDataProtectionKeychain : @YES,", "(id)kSecAttrSynchronizable : @YES,",
    "(id)kSecAttrAccessGroup : @\"jp.example.shared\",",
  ])
  func theOtherKeychainOfMacOSKnowsThem(_ attribute: String) async throws {
    #expect(try await Self.confidences("SDKROOT = macosx;", attribute) == [.high])
  }
}
