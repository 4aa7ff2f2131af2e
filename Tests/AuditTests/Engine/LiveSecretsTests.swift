import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct LiveSecretsTests {
  // Written in two parts, so that no scanner takes this file for a leak.
  private static let key = "AKIA" + "M7A7XWZTSAQPVJLG"

  private func audit(_ files: [String: String], disabled: Set<RuleID> = []) async throws -> AuditReport {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    let inventory = try Discovery().inventory(at: folder.path)
    let report = try await Auditor(options: .init(jobs: 2, disabledRules: disabled)).audit(inventory)
    // Every file was there to the end.
    #expect(withExtendedLifetime(folder) { report.skipped.isEmpty })
    return report
  }

  @Test func aLiveKeyInATestIsTold() async throws {
    let test = "import XCTest\nlet user = \"\(Self.key)\"\nlet password = \"Momiji-2024kaede\"\n"
    let report = try await audit(["App.swift": "let a = 1\n", "AppTests/KeyTests.swift": test])
    let found = report.findings.filter { $0.file.hasPrefix("AppTests/") }
    #expect(found.map(\.rule) == [ProviderToken.id])
    #expect(found.first?.severity == .low && found.first?.context == .test)
    #expect(found.first?.region.startLine == 2)
    #expect(!(found.first?.snippet.contains(Self.key) ?? true))
    #expect(report.files.excluded[.test] == 1)
  }

  @Test func otherTestsAndVendoredCodeAreLeftAlone() async throws {
    let report = try await audit([
      "App.swift": "let a = 1\n", "Pods/Other/Key.swift": "let user = \"\(Self.key)\"\n",
      "AppTests/KeyTests.swift": "import XCTest\nlet password = \"Momiji-2024kaede\"\n",
    ])
    #expect(!report.findings.contains { $0.file != "App.swift" })
  }

  @Test func aRuleThatIsOffStaysOff() async throws {
    let report = try await audit(
      ["App.swift": "let a = 1\n", "AppTests/KeyTests.swift": "import XCTest\nlet user = \"\(Self.key)\"\n"],
      disabled: [ProviderToken.id])
    #expect(report.findings.isEmpty)
  }
}
