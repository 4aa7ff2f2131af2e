import Foundation
import OmamoriCore
import TestSupport
import Testing

/// The problem matcher that the documents show reads what `--format lines` writes.
@Suite("Problem matcher", .timeLimit(.minutes(5))) struct ProblemMatcherTests {
  private struct Match: Hashable {
    let file: String
    let line: Int
    let column: Int
    let isError: Bool
    let message: String
    let rule: String
  }

  private static let file = Omamori.repository.appending(
    path: "Documentation/formats/github-problem-matcher.json")

  private func matches(in output: String) throws -> [Match] {
    let matcher = try StrictJSON.parse(String(decoding: Data(contentsOf: Self.file), as: UTF8.self))
    let pattern = try #require(matcher["problemMatcher"]?[0]?["pattern"]?[0])
    let regex = try Regex(try #require(pattern["regexp"]?.stringValue))
    let groups = try ["file", "line", "column", "severity", "message", "code"].map {
      try #require(pattern[$0]?.intValue)
    }
    return try output.split(separator: "\n").compactMap { line in
      guard let match = try regex.wholeMatch(in: String(line)) else { return nil }
      let texts = try groups.map { String(try #require(match.output[$0].substring)) }
      return Match(
        file: texts[0], line: try #require(Int(texts[1])), column: try #require(Int(texts[2])),
        isError: texts[3] == "error", message: texts[4], rule: texts[5])
    }
  }

  @Test(arguments: ["en", "ja"]) func findsEveryFindingOfAnApp(language: String) throws {
    let folder = try TemporaryFolder()
    let app = Omamori.repository.appending(path: "Examples/Tsukimi").path
    func run(_ format: String) throws -> String {
      try Omamori.run(
        "audit", app, "-q", "--min-severity", "low", "--language", language, "--format", format, in: folder
      ).output
    }
    let output = try run("lines")
    let findings = try #require(try StrictJSON.parse(run("json"))["findings"]?.arrayValue)
    let expected = try findings.filter(isShown).map(match)
    #expect(expected.count > 100)
    #expect(Set(try matches(in: output)) == Set(expected))
    #expect(try matches(in: output).count == expected.count)
  }

  private func isShown(_ finding: JSONValue) -> Bool {
    let isOpen = finding["suppressed"]?.boolValue != true
    return isOpen && finding["confidence"]?.stringValue != "low" && finding["severity"]?.stringValue != "info"
  }

  private func match(_ finding: JSONValue) throws -> Match {
    let severity = try #require(finding["severity"]?.stringValue)
    return Match(
      file: try #require(finding["file"]?.stringValue), line: try #require(finding["startLine"]?.intValue),
      column: try #require(finding["startColumn"]?.intValue),
      isError: ["critical", "high"].contains(severity),
      message: try #require(finding["message"]?.stringValue),
      rule: try #require(finding["rule"]?.stringValue))
  }

  /// GitHub reads the whole log of a step.
  @Test func findsNothingInOtherLines() throws {
    let lines = """
      error: nothing to audit
      App/A.swift:1:2: note: a step [static-iv]
      12:30:01: warning: a clock
      App/A.swift:1:2: error: a compiler's
      """
    #expect(try matches(in: lines) == [])
  }

  @Test func theRecipeNamesTheFile() throws {
    let page = Omamori.repository.appending(path: "Documentation/ci-recipes.md")
    let text = try String(decoding: Data(contentsOf: page), as: UTF8.self)
    #expect(text.contains("::add-matcher::/opt/omamori/Documentation/formats/\(Self.file.lastPathComponent)"))
  }
}
