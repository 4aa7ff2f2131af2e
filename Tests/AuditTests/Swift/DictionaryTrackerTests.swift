import SwiftSyntax
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DictionaryTrackerTests {
  /// What is known of the argument of `use` in a function with `body`.
  private func dictionary(_ body: String, outside: String = "") -> TrackedDictionary? {
    let text = """
      struct Store {
        let control: Control
        func add(_ x: Bool, _ a: String, _ b: String, kind: Kind, extra: [String: Any]) throws {
          \(body)
        }
        \(outside)
      }
      """
    let source = SwiftSource(TextSource(path: "Store.swift", bytes: Array(text.utf8)))
    guard let call = source.facts.calls("use").first, let argument = call.arguments.first else { return nil }
    return source.dictionary(argument.value, in: call.scope)
  }

  /// The symbols that `key` may have, in their order, and whether it is set on every path.
  private func values(_ body: String, outside: String = "", key: String = "key") -> (
    values: [String], certain: Bool
  )? {
    dictionary(body, outside: outside).map { known in
      (
        known.entries(for: key).flatMap(\.value.alternatives).map { $0.symbol ?? "?" },
        known.alwaysContains(anyOf: [key])
      )
    }
  }

  @Test(arguments: [
    ("if x { q[key] = one } else { q[key] = two }", ["one", "two"], true),
    ("if x { q[key] = one }", ["one"], false),
    ("q[key] = zero; if x { q[key] = one }", ["zero", "one"], true),
    ("q[key] = zero; if x { q[key] = one } else { q[key] = two }", ["one", "two"], true),
    ("if x { q[key] = one } else if a == b { q[key] = two }", ["one", "two"], false),
    (
      "if x { q[key] = one } else if a == b { q[key] = two } else { q[key] = three }",
      ["one", "two", "three"], true
    ),
    ("if x { if a == b { q[key] = one } } else { q[key] = two }", ["one", "two"], false),
    ("if x { q[key] = one } else { q[other] = two }", ["one"], false),
    ("if x { q[key] = one; return } else { q[key] = two }", ["two"], true),
    ("if x { q[key] = one } else { throw Failure.no }", ["one"], true),
    ("guard x else { q[key] = one; return }", [], false),
    ("q[key] = one; if x { q[key] = nil }", ["one"], false),
    ("q[key] = one; q.removeValue(forKey: key)", [], false),
    ("if x { q[key] = one; q[key] = nil } else { q[key] = two }", ["one", "two"], false),
    ("switch kind { case .a: q[key] = one; default: q[key] = two }", ["one", "two"], true),
    ("switch kind { case .a: q[key] = one; case .b: break }", ["one"], false),
    ("switch kind { case .a: q[key] = one; default: return }", ["one"], true),
    ("for _ in a { q[key] = one }", ["one"], false),
    ("repeat { q[key] = one } while x", ["one"], true),
    ("later { q[key] = one }", ["one"], false),
    ("do { try risk(); q[key] = one } catch { q[other] = two }", ["one"], false),
    ("do { try risk(); q[key] = one } catch { throw error }", ["one"], true),
    ("do { q[key] = one }", ["one"], true),
    ("#if targetEnvironment(macCatalyst)\nq[key] = one\n#else\nq[key] = two\n#endif", ["one", "two"], true),
    ("#if targetEnvironment(macCatalyst)\nq[key] = one\n#endif", ["one"], false),
    ("#if DEBUG\nq[key] = one\n#else\nq[key] = two\n#endif", ["two"], true),
    ("#if DEBUG\nq[key] = one\n#endif", [], false),
    ("q.updateValue(one, forKey: key)", ["one"], true),
    ("if x { q.updateValue(one, forKey: key) } else { q[key] = two }", ["one", "two"], true),
    ("q[key] = zero; q.merge([key: one]) { $1 }", ["one"], true),
    ("q[key] = zero; q.merge([key: one]) { _, new in new }", ["one"], true),
    ("q[key] = zero; q.merge([key: one]) { old, _ in old }", ["zero"], true),
    ("q[key] = zero; q.merge([key: one], uniquingKeysWith: pick)", ["zero", "one"], true),
    ("if x { q.merge([key: one]) { $1 } }", ["one"], false),
    ("if x { q = [key: one] } else { q = [key: two] }", ["one", "two"], true),
    ("q[key] = zero; if x { q = [other: one] }", ["zero"], false),
    ("q[key] = zero; q = [other: one]", [], false),
  ])
  func pathsAreJoined(_ body: String, _ expected: [String], _ certain: Bool) throws {
    let found = try #require(values("var q: [String: Any] = [:]\n\(body)\nuse(q as CFDictionary)"))
    #expect(found.values == expected)
    #expect(found.certain == certain)
  }

  @Test(arguments: [
    ("if x { q[key] = one\nuse(q) } else { q[key] = two }", ["one"], true),
    ("if x { q[key] = one } else { use(q) }", [], false),
    ("for _ in a { q[key] = one\nuse(q) }", ["one"], true),
    ("if x { q[key] = one } else { q[key] = two\nif a == b { use(q) } }", ["two"], true),
  ])
  func onlyPathsToTheUseCount(_ body: String, _ expected: [String], _ certain: Bool) throws {
    let found = try #require(values("var q: [String: Any] = [:]\n\(body)"))
    #expect(found.values == expected)
    #expect(found.certain == certain)
  }

  @Test(arguments: [
    ("let q: [String: Any] = x ? [key: one] : [key: two]\nuse(q)", ["one", "two"], true),
    ("let q: [String: Any] = x ? [key: one] : [other: two]\nuse(q)", ["one"], false),
    ("let q = [key: one] as CFDictionary\nuse(q)", ["one"], true),
    ("let q = ([key: one] as [String: Any]) as CFDictionary\nuse(q)", ["one"], true),
    ("let base = [key: one]\nlet q = base as CFDictionary\nuse(q)", ["one"], true),
    ("let base = [other: one]\nuse((base + [key: two]) as CFDictionary)", ["two"], true),
    ("let base = [other: one]\nuse(base.merging([key: two]) { $1 })", ["two"], true),
    ("let base = [key: one]\nuse(base.merging([key: two]) { a, _ in a })", ["one"], true),
    ("let q = NSMutableDictionary(dictionary: [key: one])\nuse(q)", ["one"], true),
    ("var q = [String: Any]()\nq[key] = one\nuse(q)", ["one"], true),
    ("let q: [String: Any]\nif x { q = [key: one] } else { q = [key: two] }\nuse(q)", ["one", "two"], true),
  ])
  func expressionsAreRead(_ body: String, _ expected: [String], _ certain: Bool) throws {
    let found = try #require(values(body))
    #expect(found.values == expected)
    #expect(found.certain == certain)
  }

  @Test(arguments: [
    ("query(for: a, level: one)", ["one"]),
    ("query(for: a)", ["standard"]),
    ("outer(one)", ["one"]),
    ("query(for: a, level: b)", ["?"]),
  ])
  func parametersOfHelpersAreTheArguments(_ call: String, _ expected: [String]) throws {
    let helpers = """
      func query(for account: String, level: CFString = standard) -> [String: Any] {
        var q: [String: Any] = [kind: generic]
        q[key] = level
        return q
      }
      func outer(_ level: CFString) -> [String: Any] { query(for: "x", level: level) }
      """
    let found = try #require(values("let q = \(call)\nuse(q)", outside: helpers))
    #expect(found.values == expected)
    #expect(found.certain)
  }

  @Test func returnsAreJoined() throws {
    let helper = """
      func query(_ x: Bool) -> [String: Any] {
        if x { return [key: one, other: two] }
        return [key: two]
      }
      """
    let found = try #require(dictionary("use(query(x))", outside: helper))
    #expect(found.certain == ["key"])
    #expect(found.entries(for: "key").map(\.value) == [.symbol("one"), .symbol("two")])
    #expect(found.entries.allSatisfy { $0.isConditional })
  }

  @Test(arguments: [
    "var q: [String: Any] = [:]\nfor (name, value) in extra { q[name] = value }\nuse(q)",
    "var q: [String: Any] = [:]\nq.merge(extra) { $1 }\nuse(q)",
    "var q: [String: Any] = [:]\nq[inner]![key] = one\nuse(q)",
    "var q: [String: Any] = [:]\nfill(&q)\nuse(q)",
    "var q: [String: Any] = [:]\nif x { q = extra }\nuse(q)",
    "let q = [key: one].merging(extra) { $1 }\nuse(q)",
  ])
  func whatIsNotFollowedIsSaid(_ body: String) throws {
    let found = try #require(dictionary(body))
    #expect(found.hasUnknownAdditions)
  }

  @Test func unknownExpressionsAreNoDictionary() {
    #expect(dictionary("use(extra)") == nil)
    #expect(dictionary("use(x ? extra : [key: one])") == nil)
    #expect(dictionary("use([key: one] + extra)") == nil)
  }

  @Test func manyChangesTakeBoundedTime() throws {
    let lines = (0..<30_000).map { "q[\"k\($0)\"] = one" }.joined(separator: "\n")
    let found = try #require(dictionary("var q: [String: Any] = [:]\n\(lines)\nuse(q)"))
    #expect(found.hasUnknownAdditions)
  }

  @Test func aCacheKeepsAllOfIt() throws {
    let found = try #require(dictionary("var q = [key: a]\nif x { q[other] = one }\nuse(q)"))
    var writer = CacheWriter()
    writer.write(found)
    var reader = CacheReader(writer.bytes[...])
    let read = try reader.value(TrackedDictionary.self)
    #expect(read == found)
    #expect(found.entries.first?.parameter == 1)
  }
}
