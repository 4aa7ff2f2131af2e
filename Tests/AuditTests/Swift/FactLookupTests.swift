import SwiftSyntax
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite("Looking up facts") struct FactLookupTests {
  private let source = SwiftSource(
    TextSource(
      path: "Facts.swift",
      bytes: Array(
        """
        struct Store {
          let name = "store"
          func first() {
            var query = [1: 2]
            query[3] = load("a")
            pass(&query)
            inner { load("b") }
          }
          func second() {
            var query = [4: 5]
            query = [:]
            load("c")
          }
        }
        extension Store { static let name = "other" }
        load("d")
        """.utf8)))

  private func scope(_ name: String) throws -> ScopeID {
    try #require(source.facts.functions(name).first).scope
  }

  /// The slices by place agree with a plain search through everything.
  @Test func callsOfAScope() throws {
    for scope in source.facts.scopes.indices.map({ ScopeID(index: $0) }) {
      let expected = source.facts.calls.filter { source.facts.chain(from: $0.scope).contains(scope) }.map(
        \.range)
      #expect(source.facts.calls(in: scope).map(\.range) == expected)
      let loads = source.facts.calls("load").filter { source.facts.chain(from: $0.scope).contains(scope) }
      #expect(source.facts.calls("load", in: scope).map(\.range) == loads.map(\.range))
      let strings = source.facts.strings.filter { source.facts.chain(from: $0.scope).contains(scope) }
      #expect(source.facts.strings(in: scope).map(\.range) == strings.map(\.range))
    }
    #expect(try source.facts.calls("load", in: scope("first")).count == 2)
    #expect(source.facts.calls("load", in: .file).count == 4)
  }

  @Test func scopesLieWithinEachOther() {
    for inner in source.facts.scopes.indices.map({ ScopeID(index: $0) }) {
      for outer in source.facts.scopes.indices.map({ ScopeID(index: $0) }) {
        #expect(source.facts.isWithin(inner, outer) == source.facts.chain(from: inner).contains(outer))
      }
    }
  }

  @Test func assignmentsAndAddresses() throws {
    let (first, second) = (try scope("first"), try scope("second"))
    #expect(source.facts.elementAssignments(to: "query", in: first, from: 0, before: .max).count == 1)
    #expect(source.facts.elementAssignments(to: "query", in: first, from: 0, before: 40).isEmpty)
    #expect(source.facts.elementAssignments(to: "query", in: second, from: 0, before: .max).isEmpty)
    #expect(source.facts.assignments(to: "query", in: second, from: 0).count == 1)
    #expect(source.facts.isAddressTaken(of: "query", in: first, before: .max))
    #expect(!source.facts.isAddressTaken(of: "query", in: second, before: .max))
    #expect(source.facts.references("query", in: second).count == 1)
  }

  @Test func members() {
    #expect(source.facts.member("name", of: "Store")?.kind == .constant)
    #expect(source.facts.member("name", of: "Other") == nil)
    #expect(source.facts.isDeclared("query"))
    #expect(!source.facts.isDeclared("load"))
  }

  @Test func aQuestionEnds() {
    let lines = (1...60).map { "let a\($0) = [a\($0 - 1), a\($0 - 1), a\($0 - 1)]" }
    let text = "let a0 = 1\n" + lines.joined(separator: "\n") + "\nuse(a20)\nuse(a2)"
    let source = SwiftSource(TextSource(path: "Names.swift", bytes: Array(text.utf8)))
    let uses = source.facts.calls("use").map { source.fold($0.arguments.first?.value, in: $0.scope) }
    #expect(uses.count == 2)
    #expect(!uses[0].isConstant)
    // One question that ran out does not keep the next from being answered.
    let inner = Value.array([.integer(1), .integer(1), .integer(1)])
    #expect(uses[1] == .array([inner, inner, inner]))
  }

  @Test func circlesEnd() {
    let text = """
      let a = [b: 1]
      let b = [a: 1]
      let c = f(repeating: 0, count: d)
      let d = f(repeating: 0, count: c)
      use(a)
      use(c)
      """
    let source = SwiftSource(TextSource(path: "Circle.swift", bytes: Array(text.utf8)))
    for call in source.facts.calls("use") {
      let value = source.fold(call.arguments.first?.value, in: call.scope)
      #expect(!value.isConstant)
    }
  }
}
