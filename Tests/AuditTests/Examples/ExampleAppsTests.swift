import Foundation
import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// The example apps: three weak on purpose, with lists of their weaknesses, and the first one repaired.
@Suite struct ExampleAppsTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Examples")

  private func audit(_ name: String) async throws -> AuditReport {
    let inventory = try Discovery().inventory(at: Self.folder.appending(path: name).path)
    return try await Auditor().audit(inventory)
  }

  /// One entry of `planted.json` or `undetected.json`.
  struct Planted: Decodable, CustomStringConvertible {
    let rule: String
    let orRules: [String]?
    let file: String
    let line: Int
    let endLine: Int?
    let text: String
    let or: [Alternative]?

    /// Another right place for the same weakness.
    struct Alternative: Decodable {
      let file: String?
      let line: Int
      let endLine: Int?
    }

    var description: String { "\(file):\(line): \(rule): \(text)" }

    func isFound(by finding: Finding) -> Bool {
      guard finding.rule.rawValue == rule || orRules?.contains(finding.rule.rawValue) == true else {
        return false
      }
      func overlaps(_ file: String, _ start: Int, _ end: Int) -> Bool {
        finding.file == file && finding.region.startLine <= end && finding.region.endLine >= start
      }
      if overlaps(file, line, endLine ?? line) { return true }
      return (or ?? []).contains { overlaps($0.file ?? file, $0.line, $0.endLine ?? $0.line) }
    }
  }

  private func planted(_ list: String = "planted", in app: String = "Tsukimi") throws -> [Planted] {
    let data = try Data(contentsOf: Self.folder.appending(path: "\(app)/\(list).json"))
    return try JSONDecoder().decode([Planted].self, from: data)
  }

  @Test(arguments: ["Tsukimi", "Kumade", "Suzu"])
  func everyPlantedWeaknessIsFound(app: String) async throws {
    let (report, planted) = (try await audit(app), try planted(in: app))
    #expect(planted.count > 30)
    let missed = planted.filter { weakness in !report.findings.contains { weakness.isFound(by: $0) } }
    #expect(missed.isEmpty, "\(missed.map(\.description).joined(separator: "\n"))")
  }

  /// A weakness that is found belongs in `planted.json`: this list only shrinks.
  @Test func whatIsCalledUndetectedIsNotFound() async throws {
    let (report, undetected) = (try await audit("Tsukimi"), try planted("undetected"))
    // The rule of that name may not exist yet, so any finding at the place counts.
    let found = undetected.filter { weakness in
      report.findings.contains { finding in
        finding.file == weakness.file && finding.region.startLine <= (weakness.endLine ?? weakness.line)
          && finding.region.endLine >= weakness.line
      }
    }
    #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
  }

  /// A place that only looks weak.
  struct Negative: Decodable {
    let file: String
    let line: Int
    let endLine: Int?
    let text: String
  }

  @Test(arguments: ["Kumade", "Suzu"])
  func whatOnlyLooksWeakIsNotReported(app: String) async throws {
    let data = try Data(contentsOf: Self.folder.appending(path: "\(app)/negatives.json"))
    let negatives = try JSONDecoder().decode([Negative].self, from: data)
    #expect(negatives.count > 20)
    let report = try await audit(app)
    let spoken = report.findings.filter { $0.confidence >= .medium && $0.severity > .info }
    let wrong = spoken.filter { finding in
      negatives.contains {
        $0.file == finding.file && finding.region.startLine <= ($0.endLine ?? $0.line)
          && finding.region.endLine >= $0.line
      }
    }
    #expect(wrong.isEmpty, "\(wrong.map { "\($0.file):\($0.region.startLine) \($0.rule)" })")
  }

  @Test(
    arguments: ["Tsukimi", "Kumade", "Suzu"].flatMap { [($0, "planted"), ($0, "undetected")] })
  func theListStillFitsTheSources(_ app: String, _ list: String) throws {
    for weakness in try planted(list, in: app) {
      let file = Self.folder.appending(path: app).appending(path: weakness.file)
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      let line = lines.indices.contains(weakness.line - 1) ? lines[weakness.line - 1] : ""
      #expect(line.trimmingCharacters(in: .whitespaces) == weakness.text, "\(weakness)")
    }
  }

  @Test func testsAndVendoredCodeAreNotReported() async throws {
    let report = try await audit("Tsukimi")
    #expect(!report.findings.contains { $0.file.hasPrefix("TsukimiTests/") || $0.file.hasPrefix("Pods/") })
    #expect((report.files.excluded[.test] ?? 0) > 0 && (report.files.excluded[.vendor] ?? 0) > 0)
  }

  @Test func theWeakAppScoresBadly() async throws {
    let report = try await audit("Tsukimi")
    #expect(try #require(ChecklistScore(of: report).value) == 0)
    #expect(try #require(AuditScore(of: report).value) < 10)
  }

  @Test func theRepairedAppScoresFull() async throws {
    let report = try await audit("TsukimiFixed")
    let spoken = report.findings.filter { $0.confidence >= .medium && $0.severity > .info }
    #expect(
      spoken.isEmpty, "\(spoken.map { "\($0.file):\($0.region.startLine) \($0.rule) \($0.message.english)" })"
    )
    #expect(report.skipped.isEmpty)
    let checklist = ChecklistScore(of: report)
    #expect(checklist.value == 100)
    #expect(checklist.examinedCount == checklist.answers.count)
    #expect(AuditScore(of: report).value == 100)
  }
}
