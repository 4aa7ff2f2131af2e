import SwiftSyntax
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Operators bind as tightly as Swift says, not in the order in which they stand.
@Suite struct OperatorTests {
  private func value(_ expression: String) throws -> Value {
    let source = SwiftSource(TextSource(path: "A.swift", bytes: Array("let value = \(expression)".utf8)))
    #expect(!source.hasSyntaxErrors)
    let binding = try #require(source.facts.bindings("value").first)
    return source.fold(binding.value, in: binding.scope)
  }

  @Test(arguments: [
    ("1 + 2 * 3", 7), ("2 * 3 + 1", 7), ("1 << 2 + 1", 5), ("1 | 2 << 3", 17), ("2 * 3 + 4 * 5", 26),
    ("(1 + 2) * 3", 9), ("1000 * 60 + 1 as Int", 60_001),
  ])
  func precedenceCounts(_ expression: String, _ number: Int) throws {
    #expect(try value(expression) == .integer(number), "\(expression)")
  }

  @Test func whatIsNotKnownStaysUnknown() throws {
    #expect(try value("1 + 2 <+> 3") == .unknown)
    #expect(try value("a - b * 2") == .unknown)
    #expect(try value("\"a\" + b ?? \"c\"").alternatives.count == 2)
  }

  @Test func aNameInItsOwnValueMeansAnOuterDeclaration() throws {
    let text = "let host = \"a\"\nfunc open() {\n  let host = host\n  use(host)\n}\n"
    let source = SwiftSource(TextSource(path: "A.swift", bytes: Array(text.utf8)))
    let call = try #require(source.facts.calls("use").first)
    #expect(source.fold(call.arguments[0].value, in: call.scope) == .string("a"))
  }

  @Test func anAssignmentInFrontIsNoPart() throws {
    let source = SwiftSource(TextSource(path: "A.swift", bytes: Array("rounds = 10 + 2 * 5".utf8)))
    let assignment = try #require(source.facts.assignments.first)
    #expect(source.fold(assignment.value, in: assignment.scope) == .integer(20))
  }
}
