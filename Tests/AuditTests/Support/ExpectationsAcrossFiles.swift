import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Checks what a rule about files finds in several that know of each other: one finding on each part between `⟦` and
/// `⟧`, and no other.
func expect(
  _ rule: any SwiftRule.Type, across files: [String: String], severity: Severity? = nil,
  confidence: Confidence? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let marked = files.sorted { $0.key < $1.key }.map { ($0.key, MarkedText.read($0.value)) }
  let sources = marked.map { SourceFile(path: $0.0, contents: $0.1.bytes) }
  let auditor = FileAuditor(rules: RuleSelection(), flags: [])
  let results = try await Looks(auditor: auditor).complete(sources.map { auditor.audit($0) }) {
    auditor, places in places.map { auditor.audit(sources[$0]) }
  }
  .results
  for ((path, (bytes, ranges)), result) in zip(marked, results) {
    MarkedText.compare(
      result.findings.filter { $0.rule == rule.metadata.id }, with: ranges,
      in: TextSource(path: path, bytes: bytes), rule: rule.metadata.id, severity, confidence, sourceLocation)
  }
}
