import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What is handed out of a file's facts is counted, and what was concluded from less than there is counts for nothing.
@Suite struct LookBudgetTests {
  private func source(_ text: String) -> SwiftSource {
    SwiftSource(TextSource(path: "A.swift", bytes: Array(text.utf8)))
  }

  @Test func whatIsHandedOutIsCounted() {
    let facts = source("f(1)\nf(2)\ng(\"a\")").facts
    facts.looks.begin()
    #expect(facts.calls("f").count == 2 && facts.looks.taken == 2)
    #expect(facts.calls.count == 3 && facts.looks.taken == 5)
    #expect(facts.calls(in: .file).count == 3 && facts.looks.taken == 8)
    #expect(facts.strings(in: .file).count == 1 && facts.looks.taken == 9)
    #expect(facts.calls("h").isEmpty && facts.looks.taken == 9)
  }

  @Test func aBudgetIsForOneWhoAsksAndForAll() {
    let budget = LookBudget(things: 0)
    #expect(budget.take(3_000_000) && !budget.isSpent)
    #expect(!budget.take(1) && budget.isSpent && budget.isCutShort)
    budget.begin()
    #expect(budget.take(1) && !budget.isSpent && budget.isCutShort)
    for _ in 0..<7 {
      budget.begin()
      _ = budget.take(3_000_000)
    }
    #expect(budget.isSpent && budget.all(of: [1]).isEmpty)
    budget.begin()
    #expect(budget.isSpent)
  }

  @Test func whatWasConcludedFromLessCountsForNothing() {
    let source = source("f()")
    var report = FileReport(source.text)
    func add(_ report: inout FileReport) {
      report.add(WeakHash.self, at: 0..<1, LocalizedText("A", ja: "B"))
    }
    report.keep(where: source.facts.looks) { add(&$0) }
    #expect(report.findings.count == 1)
    #expect(SkippedFile(limitsOf: source) == nil)
    report.keep(where: source.facts.looks) {
      add(&$0)
      while source.facts.looks.take(100_000) {}
      #expect(source.facts.calls.isEmpty && source.facts.calls("f").isEmpty)
      add(&$0)
    }
    #expect(report.findings.count == 1)
    #expect(SkippedFile(limitsOf: source)?.reason == .tooLarge)
    report.keep(where: source.facts.looks) { add(&$0) }
    #expect(report.findings.count == 2)
  }

  /// A rule that looks through a whole function for each of its calls takes the square of them.
  @Test(arguments: [
    "open-url-untrusted", "archive-extraction-unsafe", "path-traversal", "jwt-not-verified", "archive-secret",
    "covert-capture", "oauth-no-pkce", "oauth-no-state", "oauth-weak-flow", "oauth-embedded-webview",
    "oauth-custom-scheme-callback", "receipt-existence-only",
  ])
  func lookingGrowsWithTheFile(_ name: String) throws {
    let rule = try #require(RuleCatalog.swift.first { type(of: $0).metadata.id.rawValue == name })
    let example = type(of: rule).metadata.example
    for text in [example.bad, example.good] {
      for repeated in [Self.whole, Self.inside] {
        let (once, twice) = (work(rule, repeated(text, 40)), work(rule, repeated(text, 80)))
        #expect(twice <= once * 5 / 2)
      }
    }
  }

  /// Every use of a parameter asks for its place among the others.
  @Test func manyParametersAreLookedUpOnce() throws {
    let names = (0..<2_000).map { "a\($0)" }
    let source = source(
      "func f(\(names.map { $0 + ": String" }.joined(separator: ", "))) { open(a1999) }\nf(a1999: field.text)"
    )
    let function = try #require(source.facts.functions.first)
    let signature = source.signature(of: function)
    #expect(signature.parameters["a1999"]?.position == 1_999)
    #expect(signature.key?.labels.count == 2_000)
    #expect(source.calls(of: function).count == 1)
    let open = try #require(source.facts.calls("open").first)
    #expect(source.taint(of: open.arguments[0].value, in: open.scope, .outside)?.kind == .userInput)
  }

  private func work(_ rule: any SwiftRule, _ text: String) -> Int {
    let source = source(text)
    let before = source.facts.looks.taken
    var report = FileReport(source.text)
    rule.check(source, &report)
    return source.facts.looks.taken - before
  }

  private static func whole(_ text: String, _ count: Int) -> String {
    String(repeating: text + "\n", count: count)
  }

  /// The text with what stands between its first and its last brace several times.
  private static func inside(_ text: String, _ count: Int) -> String {
    guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"), start < end else {
      return "func all() {\n" + whole(text, count) + "}\n"
    }
    let inner = text[text.index(after: start)..<end]
    return text[...start] + String(repeating: inner + "\n", count: count) + text[end...]
  }
}
