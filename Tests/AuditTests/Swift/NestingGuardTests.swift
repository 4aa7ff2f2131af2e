import Foundation
import OmamoriCore
import SwiftSyntax
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite("Nesting") struct NestingGuardTests {
  private func allows(_ text: String) -> Bool { NestingGuard.allows(Array(text.utf8)) }

  /// What nests without end is refused, and the same a few times is not.
  @Test(arguments: [
    ("let a = ", "[", 14), ("let a = ", "(", 120), ("f", " { ", 120), ("let a = a", ".b", 900),
    ("let a = a", "?.b", 450), ("let a = a", "!", 900), ("let a: A", "?", 900), ("let a = ", "try ", 900),
    ("let a = ", "x ? ", 900), ("let a = ", "\"\\(", 120), ("let a = ", "b<", 12), ("", "#if A\n", 120),
    ("if a {} ", "else if a {} ", 300), ("", "if ", 200), ("let a: ", "() -> ", 400), ("", "@a ", 900),
    ("let a = ", "#\"\\#(", 120), ("let a = ", "\"\"\"\n\\(", 120),
  ])
  func bounds(start: String, unit: String, count: Int) {
    #expect(allows(start + String(repeating: unit, count: count)))
    #expect(!allows(start + String(repeating: unit, count: count * 10 + 100)))
  }

  /// What does not nest may repeat as often as it likes.
  @Test(arguments: [
    "let a = [1, 2]\n", "try f(a[0]!.b)\n", "if a { b() }\n", "x = a + b.c() * d\n", "f(a, b, c)\n",
    "#if A\n#endif\n", "#if A\nfunc f() {\n#else\nfunc g() {\n#endif\n}\n", "// ((((\n", "/* [[[[ */\n",
    "let s = \"((((\"\n",
    "let s = #\"\\((\"#\n", "let s = \"\\(a) (\\(b)\"\n", "let s = \"\"\"\n((((\n\"\"\"\n",
    "case .a: try b()\n",
    "let a: [A<B>] = []\n", "if a < b { }\n", "if a<b { }\n", "@objc func f() {}\n", "let a = b ? c : d\n",
    "a?.b?.c\n",
    "guard let a else { return }\n", "a; ", "[a, b], ", "\"unclosed\n", "let r = /[(/\nlet a = \")]\"\n",
    "as A is B\n",
    "+ a ", "a: ", "let a: () -> Void\n",
  ])
  func allowsRepetition(unit: String) {
    #expect(allows("var start = 0\n" + String(repeating: unit, count: 20_000)))
  }

  @Test func allowsEverySourceOfThisPackage() throws {
    let root = Repository.root
    var count = 0
    for folder in ["Sources", "Tests", "Examples"] {
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      for case let name as String in files ?? .init() where name.hasSuffix(".swift") {
        let bytes = try [UInt8](Data(contentsOf: root.appending(path: "\(folder)/\(name)")))
        #expect(NestingGuard.allows(bytes), "\(name)")
        count += 1
      }
    }
    #expect(count > 300)
  }

  @Test(arguments: 0..<400) func takesAnyBytes(seed: Int) {
    var generator = SplitMix(state: UInt64(seed))
    let alphabet = Array("[](){}<>\"\\#/*.,;:?!@-> \nifelsetryendcase".utf8)
    let bytes = (0..<600).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] }
    let source = SwiftSource(TextSource(path: "Any.swift", bytes: bytes))
    // What is allowed has been parsed and walked as a whole; the rest is not parsed at all.
    let isAllowed = NestingGuard.allows(bytes)
    #expect(source.tree.description == (isAllowed ? String(decoding: bytes, as: UTF8.self) : ""))
    #expect(isAllowed || source.facts.isCutShort)
  }

  @Test func refusedFilesHaveNoFactsAndSaySo() {
    let source = SwiftSource(
      TextSource(path: "Deep.swift", bytes: Array(String(repeating: "f(", count: 100_000).utf8)))
    #expect(source.facts.isCutShort)
    #expect(source.facts.calls.isEmpty)
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }
}
