import OmamoriCore
import SwiftSyntax
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What is asked of a file thousands of times is worked out once, and the answer is the one of the first time.
@Suite struct SharedAnswerTests {
  private func source(_ text: String) -> SwiftSource {
    SwiftSource(TextSource(path: "A.swift", bytes: Array(text.utf8)))
  }

  private func dictionaries(_ source: SwiftSource) -> [TrackedDictionary?] {
    source.facts.calls("use").map { call in
      call.arguments.first.flatMap { source.dictionary($0.value, in: call.scope) }
    }
  }

  @Test func assignmentsToElements() {
    let lines = (0..<60).map {
      "q[key\($0 % 7)] = \($0 % 5 == 4 ? "nil" : "value\($0)"); if x { q[b] = c\($0) }; use(q)"
    }
    let text = "func f(x: Bool) { var q: [String: Any] = [:]\n" + lines.joined(separator: "\n") + "}"
    let whole = source(text)
    let known = dictionaries(whole)
    #expect(known.count == 60 && whole.knownElements.current.count == 120)
    // A source that was asked nothing else says the same.
    for (index, expected) in known.enumerated() {
      let fresh = source(text)
      let call = fresh.facts.calls("use")[index]
      #expect(call.arguments.first.flatMap { fresh.dictionary($0.value, in: call.scope) } == expected)
    }
    // Each question is paid in full: there is no more to be had by asking in another order.
    let before = whole.budget.stepsOfQuestion
    let again = dictionaries(whole)
    #expect(again == known && whole.budget.stepsOfQuestion == before)
  }

  /// What was cut short is asked anew.
  @Test func elementsBehindALimitAreNotKept() throws {
    let source = source("func f() { var q: [String: Any] = [:]; q[a] = b; use(q) }")
    let call = try #require(source.facts.calls("use").first)
    _ = source.budget.spend(FoldingBudget.stepsPerFile)
    _ = source.dictionary(try #require(call.arguments.first).value, in: call.scope)
    #expect(source.knownElements.current.isEmpty)
  }

  @Test func functionsThatCallsMean() throws {
    let calls = String(
      repeating: "Kit().load(a, key: b); load(a); Other().load(a, key: b)\n", count: 40)
    let source = source(
      """
      class Kit { func load(_ a: Int, key: Int) {}; func load(_ a: Int) {}; func run() { \(calls) } }
      class Third { func load(_ a: Int, key: Int = 1) {} }
      class Other { func load(_ a: Int, key: Int) {}; func load(_ b: Int, key: Int) {} }
      """)
    let found = source.facts.calls("load").map(source.function(calledBy:))
    #expect(found.count == 120 && source.knownFitting.current.count == 2)
    for start in stride(from: 0, to: 120, by: 3) {
      let owners = found[start..<start + 3].map { $0.flatMap { source.facts.typeName(around: $0.scope) } }
      // Of the second, one is of the type around it; of two alike neither is meant.
      #expect(owners == ["Kit", "Kit", nil])
    }
  }

  /// The calls of a chain begin together, and others where they stand.
  @Test func callsBeginWhereTheyStand() {
    let text =
      "func f() {\n  /* a */ one.two(x).three(four(y), /* b */ five(z)).six()\n  // c\n  seven { eight() }()\n}"
    let source = source(text)
    for call in source.facts.calls {
      #expect(call.range == call.node.utf8Range, "\(call.name)")
    }
    #expect(Set(source.facts.calls.map(\.name)) == ["two", "three", "four", "five", "six", "seven", "eight"])
  }
}
