import OmamoriCore
@testable import AuditEngine

/// A workflow is read within bounds, and every place that it names lies in the text.
func fuzzWorkflow(_ bytes: [UInt8]) {
  let file = WorkflowFile(TextSource(path: ".github/workflows/build.yml", bytes: bytes))
  for entry in file.entries {
    expect(entry.range.lowerBound >= 0 && entry.range.upperBound <= bytes.count, "a place is in the text")
    expect(entry.path.count <= WorkflowFile.maximumDepth + 1, "nesting is bounded")
  }
  for action in file.actions {
    expect(!action.reference.contains("@"), "a reference is what follows the last @")
  }
  _ = file.revealedSecrets
  _ = file.untrustedCheckouts
}
