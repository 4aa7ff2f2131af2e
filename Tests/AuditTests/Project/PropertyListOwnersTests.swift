import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PropertyListOwnersTests {
  private static let open = ProjectFixture.plist(
    "<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict>")

  /// A project that builds an app and, as `kind`, a second thing with its own list.
  private func messages(_ kind: String) async throws -> [String: String] {
    let project = ProjectFixture.pbxproj(target: "INFOPLIST_FILE = App/Info.plist;")
      .replacing("com.apple.product-type.bundle.unit-test", with: kind)
      .replacing(
        "L2 = {isa = XCConfigurationList; buildConfigurations = ();",
        with: """
          C5 = {isa = XCBuildConfiguration; name = Release; buildSettings = {
            INFOPLIST_FILE = "$(SRCROOT)/Widget/Info.plist"; }; };
          L2 = {isa = XCConfigurationList; buildConfigurations = (C5);
          """)
    let folder = try TemporaryFolder()
    try folder.write("App.xcodeproj/project.pbxproj", project)
    try folder.write("App/Info.plist", Self.open)
    try folder.write("Widget/Info.plist", Self.open)
    let report = try await Auditor().audit(Discovery().inventory(at: folder.path))
    let found = report.findings.filter { $0.rule == "ats-arbitrary-loads" }
    return Dictionary(found.map { ($0.file, $0.message.english) }) { first, _ in first }
  }

  @Test func twoTargetsAreToldApart() async throws {
    let messages = try await messages("com.apple.product-type.application")
    #expect(messages["App/Info.plist"]?.hasSuffix("(target App)") == true)
    #expect(messages["Widget/Info.plist"]?.hasSuffix("(target Checks)") == true)
  }

  @Test func oneTargetNeedsNoName() async throws {
    let messages = try await messages("com.apple.product-type.bundle.unit-test")
    #expect(messages["App/Info.plist"]?.contains("target") == false)
  }
}
