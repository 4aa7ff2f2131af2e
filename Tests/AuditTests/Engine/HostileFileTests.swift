import OmamoriCore
import OmamoriReport
import SwiftSyntax
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Files that are written to take long: what is left out is said.
@Suite struct HostileFileTests {
  @Test func whatIsNotFollowedIsSaid() {
    let source = SwiftSource(TextSource(path: "A.swift", bytes: Array("let a = b".utf8)))
    #expect(SkippedFile(limitsOf: source) == nil)
    #expect(!source.flowBudget.spend(FoldingBudget.flowStepsPerFile))
    source.flowBudget.begin()
    #expect(SkippedFile(limitsOf: source) == nil)
    #expect(!source.flowBudget.spend())
    #expect(SkippedFile(limitsOf: source)?.reason == .tooLarge)
    #expect(SkippedFile(limitsOf: source)?.file == "A.swift")
  }

  @Test func oneQuestionThatRunsOutSaysNothingAboutOthers() {
    let budget = FoldingBudget()
    #expect(!budget.spend(FoldingBudget.stepsPerQuestion + 1))
    #expect(!budget.isSpent)
    budget.begin()
    #expect(budget.spend())
  }

  @Test func gatesAreThoseShortlyBefore() throws {
    let lines =
      ["guard a else { return }"] + (0..<70).map { "f(\($0))" } + [
        "if b { return }", "g()", "guard c else { return }",
      ]
    let source = SwiftSource(TextSource(path: "A.swift", bytes: Array(lines.joined(separator: "\n").utf8)))
    let items = Array(source.tree.statements)
    let gates = source.gates(in: source.tree.statements)
    func before(_ index: Int) -> [String] {
      gates.before(items[index].position.utf8Offset).map { String($0.trimmedDescription.prefix(7)) }
    }
    #expect(before(0) == [])
    #expect(before(1) == ["guard a"] && before(64) == ["guard a"] && before(65) == [])
    #expect(before(71) == [] && before(72) == ["if b { "] && before(73) == ["if b { "])
  }

  /// Each of the comments asks which code follows it, and all of them mean the same.
  @Test func manySuppressionsBeforeALongGapAreRead() {
    let comments = String(repeating: "// omamori:ignore weak-hash -- b\n", count: 1_500)
    let gap = String(repeating: "\n", count: 200_000)
    let text = TextSource(path: "A.swift", bytes: Array((comments + gap + "f()\n").utf8))
    let clock = ContinuousClock()
    var found: [SourceSuppression] = []
    let time = clock.measure {
      found = SuppressionReader.suppressions(
        in: text, CommentScanner.comments(in: text.bytes, style: .slashes))
    }
    #expect(found.count == 1_500)
    #expect(found.allSatisfy { $0.lines.upperBound == 201_501 })
    // Asking again for each would go through 300 million bytes.
    #expect(time < .seconds(5))
  }

  @Test func commitsComeTheLatestFirst() throws {
    var queue = CommitQueue()
    let times = (0..<200).map { $0 * 7_919 % 101 }
    for (index, time) in times.enumerated() {
      let id = try #require(GitObjectID(bytes: [UInt8](repeating: 0, count: 19) + [UInt8(index)]))
      let tree = String(repeating: "a", count: 40)
      let commit = try #require(
        GitCommit(Array("tree \(tree)\ncommitter M <m@example.jp> \(time) +0000\n\n".utf8)))
      queue.insert(id, commit)
    }
    var found: [Int] = []
    while let next = queue.popLatest() { found.append(next.commit.time) }
    #expect(found == times.sorted(by: >))
  }
}
