import Foundation
import OmamoriCore
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@testable import OmamoriReport

/// Findings in the formats of services that build and review.
@Suite struct ServiceFormatTests {
  private static func options(_ path: String = "") -> ReportOptions {
    var options = Sample.options()
    options.repositoryPath = path
    return options
  }

  private static let hostile = Sample.finding(
    "weak-hash", .high, line: 7,
    message: LocalizedText("50% of, it::error::\u{1B}[1m\nnext <&\"> ]]>", ja: "半分"))

  @Test func githubReadsOneCommandAFinding() {
    let findings = [
      Sample.finding("log-sensitive", .low, line: 3, message: "one"),
      Sample.finding("weak-hash", .critical, line: 9, message: "two"),
      Sample.finding("pin-single", .info, line: 1, message: "three"),
    ]
    let lines = GitHubRenderer(Self.options("app")).render(Sample.report(findings)).split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != " " } } == ["::error", "::warning", "::notice"])
    #expect(lines.first?.hasPrefix("::error file=app/\(findings[1].file),line=9,endLine=9,title=") == true)
    #expect(lines.first?.contains("[weak-hash]::two") == true)
  }

  @Test func githubCannotBeGivenACommand() {
    let text = GitHubRenderer(Self.options()).render(Sample.report([Self.hostile]))
    #expect(text.split(separator: "\n").count == 1 && text.hasPrefix("::error file="))
    #expect(text.contains("::50%25 of, it::error::\\u{1B}[1m%0Anext <&\"> ]]>"))
  }

  @Test func gitlabReadsTheMembersItNeeds() throws {
    let finding = Sample.finding("weak-hash", .high, line: 7, message: "MD5")
    let text = GitLabRenderer(Self.options("ios")).render(Sample.report([finding]))
    let entry = try #require(try StrictJSON.parse(text).arrayValue?.first)
    #expect(entry["description"]?.stringValue == "MD5" && entry["check_name"]?.stringValue == "weak-hash")
    #expect(entry["severity"]?.stringValue == "critical")
    #expect(entry["fingerprint"]?.stringValue == finding.fingerprint.description)
    #expect(entry["location"]?["path"]?.stringValue == "ios/\(finding.file)")
    #expect(entry["location"]?["lines"]?["begin"]?.intValue == 7)
    #expect(GitLabRenderer(Self.options()).render(Sample.report([])) == "[]\n")
  }

  @Test func junitCountsFindingsAsFailures() throws {
    let findings = [Self.hostile, Sample.finding("weak-hash", .medium, line: 9, message: "MD5")]
    let report = Sample.report(findings)
    let text = JUnitRenderer(Self.options()).render(report)
    let document = try XMLDocument(xmlString: text)
    let root = try #require(document.rootElement())
    let tests = try root.nodes(forXPath: "testsuite/testcase")
    #expect(root.attribute(forName: "failures")?.stringValue == "2")
    #expect(root.attribute(forName: "tests")?.stringValue == String(tests.count))
    #expect(tests.count == report.rules.count + 1)
    #expect(try root.nodes(forXPath: "testsuite[@name='weak-hash']/testcase/failure").count == 2)
    let place = try root.nodes(forXPath: "testsuite/testcase[failure[@type='medium']]/@line")
    #expect(place.map(\.stringValue) == ["9"])
  }

  @Test(arguments: [ReportFormat.github, .gitlab, .junit])
  func whatABaselineKnowsIsLeftOut(format: ReportFormat) {
    let finding = Sample.finding("weak-hash", .high, line: 7, message: "a known one")
    var options = Self.options()
    #expect(format.renderer(options).render(Sample.report([finding])).contains("a known one"))
    options.baseline = [finding.fingerprint]
    #expect(!format.renderer(options).render(Sample.report([finding])).contains("a known one"))
  }
}
