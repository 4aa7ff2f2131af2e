import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Rules that name what interests them are asked about such files, and about no others.
@Suite struct TriggerTests {
  private struct Fixed: Rule {
    static let metadata = WeakHash.metadata
    static let triggers: Set<String> = ["write", "UIImage", "token"]
  }

  private struct Always: Rule {
    static let metadata = WeakHash.metadata
  }

  private func facts(_ code: String) -> SwiftFacts {
    SwiftSource(TextSource(path: "A.swift", bytes: Array(code.utf8))).facts
  }

  @Test(arguments: [
    ("data.write(to: url)", true), ("let image: UIImage? = nil", true), ("func f(token: Int) {}", true),
    ("let handler = file.write", true), ("writer.writes(1)", false), ("", false),
    ("let text = \"write\"", false),
  ])
  func namesMakeFilesInteresting(_ code: String, isInteresting: Bool) {
    let index = TriggerIndex([Always(), Fixed()])
    #expect(index.rules(for: facts(code)) == (isInteresting ? [0, 1] : [0]), "\(code)")
  }

  /// A rule that would not be asked about its own example would never speak.
  @Test func everyRuleIsAskedAboutItsExample() {
    for rule in RuleCatalog.swift where !type(of: rule).triggers.isEmpty {
      let example = type(of: rule).metadata.example
      guard example.language == "swift" else { continue }
      #expect(!TriggerIndex([rule]).rules(for: facts(example.bad)).isEmpty, "\(type(of: rule).id)")
    }
  }
}
