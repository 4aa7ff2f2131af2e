import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// The findings of `rule` in an app that consists of `files`.
func flowFindings(_ rule: any Rule.Type, _ files: [String: String], jobs: Int = 2) async throws -> [Finding] {
  let sources = files.sorted { $0.key < $1.key }.map {
    SourceFile(path: $0.key, contents: Array($0.value.utf8))
  }
  let inventory = Inventory(
    target: AuditTarget(path: "App", kind: .sourceTree, isApp: true), layout: ProjectLayout(sources),
    files: sources, others: [], skipped: [])
  let report = try await Auditor(options: Auditor.Options(jobs: jobs)).audit(inventory)
  return report.findings.filter { $0.rule == rule.metadata.id }
}

/// The lines, as `file:line`, on which `rule` has a finding of at least medium confidence.
func flowLines(_ rule: any Rule.Type, _ files: [String: String], jobs: Int = 2) async throws -> [String] {
  try await flowFindings(rule, files, jobs: jobs).filter { $0.confidence != .low }
    .map { "\($0.file):\($0.region.startLine)" }
}

/// Expects that `rule` reports each line that ends with `// here` and no other; findings below `minimum` do not count.
func expectFlows(
  _ rule: any Rule.Type, _ files: [String: String], minimum: Confidence = .low,
  _ location: Testing.SourceLocation = #_sourceLocation
) async throws {
  let expected = files.flatMap { path, text in
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.hasSuffix("// here") }.map { "\(path):\($0.offset + 1)" }
  }
  let found = try await flowFindings(rule, files, jobs: 1).filter { $0.confidence >= minimum }
    .map { "\($0.file):\($0.region.startLine)" }
  #expect(found.sorted() == expected.sorted(), sourceLocation: location)
}
