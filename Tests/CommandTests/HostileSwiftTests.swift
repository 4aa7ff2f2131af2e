import Foundation
import OmamoriCore
import TestSupport
import Testing

/// Swift files that are made to exhaust the stack, the memory or the patience of whoever parses them.
@Suite("Hostile Swift files", .timeLimit(.minutes(10)), .serialized) struct HostileSwiftTests {
  /// A file of `count` repetitions.
  struct Bomb: Sendable, CustomTestStringConvertible {
    let name: String
    let start: String
    let unit: String
    let end: String
    let count: Int
    /// Whether the file nests so deeply that it must be listed as skipped.
    let isSkipped: Bool

    init(
      _ name: String, _ start: String = "", _ unit: String, end: String = "", count: Int = 100_000,
      isSkipped: Bool = true
    ) {
      (self.name, self.start, self.unit, self.end) = (name, start, unit, end)
      (self.count, self.isSkipped) = (count, isSkipped)
    }

    var testDescription: String { name }

    var text: String {
      start + String(repeating: unit, count: count) + String(repeating: end, count: count) + "\n"
    }
  }

  static let bombs = [
    Bomb("brackets", "let a = ", "[", end: "]"), Bomb("parentheses", "let a = ", "(", end: ")"),
    Bomb("a few brackets", "let a = ", "[", end: "]", count: 60), Bomb("braces", "", "{"),
    Bomb("closures", "let a = ", "{ x in "), Bomb("array types", "let a: ", "[", end: "]", count: 60),
    Bomb("members", "let a = a", ".b", count: 200_000), Bomb("calls", "let a = a", "()"),
    Bomb("subscripts", "let a = a", "[0]"), Bomb("optional members", "let a = a", "?.b"),
    Bomb("unwrapping", "let a = a", "!.b"), Bomb("trailing closures", "a", " { b"),
    Bomb("else if", "if a {} ", "else if a {} "), Bomb("if in if", "", "if if "),
    Bomb("conditions", "", "#if A\n", count: 200_000),
    Bomb("closed conditions", "", "#if A\n", end: "#endif\n", count: 200_000),
    Bomb("try", "let a = ", "try "), Bomb("await", "let a = ", "await "), Bomb("ternary", "let a = ", "a ? "),
    Bomb("holes", "let a = ", "\"\\("), Bomb("generics", "let a = ", "a<"),
    Bomb("generic types", "let a: ", "A<"), Bomb("optional types", "let a: A", "?"),
    Bomb("function types", "let a: ", "() -> "), Bomb("attributes", "", "@a("),
    Bomb("patterns", "switch a { case ", "let "), Bomb("some", "let a: ", "some "),
    Bomb("operators", "let a = a", " + a"),
    Bomb("mixed operators", "let a = a", " + a * b ?? c as D", count: 20_000),
    Bomb("one line", "let a = [", "\"abcdef \\(name)\", ", count: 100_000, isSkipped: false),
    Bomb("one text", "let a = \"", "a", count: 5_000_000, isSkipped: false),
    Bomb("comments", "", "/*", isSkipped: false), Bomb("empty statements", "", ";", isSkipped: false),
    Bomb("labels", "", "a: ", count: 50_000, isSkipped: false),
  ]

  @Test(arguments: bombs) func endsWithAnAnswer(bomb: Bomb) throws {
    let folder = try TemporaryFolder()
    try folder.write(bomb.text, to: "Bomb.swift")
    try folder.write(Material.oldTLS, to: "Page.swift")
    let ended = try limited("audit . --json --jobs 2 --fail-on critical", in: folder)
    #expect(ended.status == 0, "\(ended.errors)")
    let report = try StrictJSON.parse(ended.output)
    let skipped = report["files"]?["skipped"]?.arrayValue ?? []
    #expect(skipped.contains { $0["file"]?.stringValue == "Bomb.swift" } == bomb.isSkipped)
    // One hostile file does not keep the others from being audited.
    let findings = report["findings"]?.arrayValue ?? []
    #expect(findings.contains { $0["file"]?.stringValue == "Page.swift" })
  }

  @Test(arguments: [
    (1...40).map { "let a\($0) = [a\($0 - 1), a\($0 - 1), a\($0 - 1), a\($0 - 1)]" },
    (1...40).map { "let a\($0) = a\($0 - 1) + a\($0 - 1) + \"http://\"" },
    (1...40).map { "let a\($0) = \"\\(a\($0 - 1)) \\(a\($0 - 1)) \\(a\($0 - 1))\"" },
    (1...40).map { "let a\($0) = [\"k\": a\($0 - 1), \"l\": a\($0 - 1), \"m\": a\($0 - 1)]" },
    (1...40).map { "func a\($0)() -> [CFString: Any] { if x { return a\($0 - 1)() }; return a\($0 - 1)() }" },
    ["let a0 = [a40: 1]", "let a40 = [a0: 1]"],
    ["let a0 = f(repeating: 0, count: a40)", "let a40 = f(repeating: 0, count: a0)"],
    ["let a40 = a40", "let a0 = a40.a0.a40"],
  ])
  func followsNamesOnlySoFar(lines: [String]) throws {
    let folder = try TemporaryFolder()
    let uses = """
      let url = URL(string: a40)
      let other = URL(string: "\\(a40)/x")
      SecItemAdd(a40 as CFDictionary, nil)
      SecItemAdd(a40() as CFDictionary, nil)
      UserDefaults.standard.set(a40, forKey: "k")
      print(a40)
      """
    let first = lines.count > 2 ? "let a0 = \"http://a.example/\"\n" : ""
    try folder.write(first + lines.joined(separator: "\n") + "\n" + uses, to: "Names.swift")
    let ended = try limited("audit . --json --fail-on none", in: folder)
    #expect(ended.status == 0, "\(ended.errors)")
    // What was not followed to its end is said, and nothing else is.
    let skipped = try StrictJSON.parse(ended.output)["files"]?["skipped"]?.arrayValue ?? []
    let multiplies = lines[0].hasPrefix("let a1 ")
    #expect(skipped.map { $0["reason"]?.stringValue } == (multiplies ? ["tooLarge"] : []))
  }

  /// Runs the tool with at most 4 GB of address space.
  private func limited(_ words: String, in folder: TemporaryFolder) throws -> Ended {
    let command = "ulimit -v 4000000; exec omamori \(words)"
    return try Program(Program.find("bash") ?? "/bin/bash", ["-c", command], in: folder).wait(seconds: 120)
  }
}
