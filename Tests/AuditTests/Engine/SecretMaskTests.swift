import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SecretMaskTests {
  @Test(arguments: [
    ("let a = \"hunter2pw\"", "let a = \"hu…\""), ("hunter2pwhunter2pw", "hu…hu…"),
    ("nothing here", "nothing here"),
    ("a longer-secret-value b", "a long… b"), ("cut in longer-se…", "cut in long…"), ("", ""),
  ])
  func masks(_ text: String, _ expected: String) {
    #expect(SecretMask(["hunter2pw", "longer-secret-value"]).apply(to: text) == expected)
  }

  @Test func prefersTheLongerOfTwoThatBeginAlike() {
    #expect(SecretMask(["abcdefgh", "abcdefghijklmnop"]).apply(to: "xabcdefghijklmnopx") == "xabcd…x")
  }

  /// No format may show a secret, wherever it stands in the line.
  @Test(arguments: ReportFormat.allCases)
  func noReportShowsASecret(_ format: ReportFormat) async throws {
    let source = """
      let page = URL(string: "https://admin:hunter2pw@example.org/?password=P4ssw0rd77&mail=a")
      let apiSecret = "zK39fjQ02LmTx81PbWq4"
      enum Keys { static let apiToken = "9fK3kd02LmQ8zz71Px" }
      """
    let folder = try TemporaryFolder()
    try folder.write("Sources/App.swift", source)
    let inventory = try Discovery().inventory(at: folder.path)
    let report = try await Auditor().audit(inventory)
    #expect(report.findings.count >= 3)
    let text = format.renderer(ReportOptions(tool: ToolIdentity(version: "1"))).render(report)
    for secret in ["hunter2pw", "P4ssw0rd77", "zK39fjQ02LmTx81PbWq4", "9fK3kd02LmQ8zz71Px"] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }
}
