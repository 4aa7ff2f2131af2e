import Testing

@testable import AuditEngine
@testable import AuditRules

/// Patterns of `.gitignore`, as gitignore(5) has them.
@Suite struct IgnoreRulesTests {
  private func rules(_ files: [String: String]) -> IgnoreRules {
    IgnoreRules(files.map { TextSource(path: $0.key, bytes: Array($0.value.utf8)) })
  }

  @Test(arguments: [
    ("*.p8", "a.p8", true), ("*.p8", "App/Keys/a.p8", true), ("*.p8", "a.p8x", false),
    ("/a.p8", "a.p8", true),
    ("/a.p8", "App/a.p8", false), ("Keys/", "Keys/a.p8", true), ("Keys/", "App/Keys/a.p8", true),
    ("Keys/", "Keys", false), ("App/Keys", "App/Keys/a.p8", true), ("App/Keys", "Other/App/Keys/a.p8", false),
    ("**/Keys", "a/b/Keys/c", true), ("**/Keys/*.p8", "Keys/a.p8", true), ("App/**", "App/a/b", true),
    ("App/**", "App", false), ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true),
    ("a/**/b", "a/x/y/c", false),
    ("a/*/b", "a/x/b", true), ("a/*/b", "a/x/y/b", false), ("?.p8", "a.p8", true), ("?.p8", "ab.p8", false),
    ("[a-c].p8", "b.p8", true), ("[a-c].p8", "d.p8", false), ("[!a-c].p8", "d.p8", true),
    ("[]a].p8", "].p8", true),
    ("# a.p8", "a.p8", false), ("\\#a.p8", "#a.p8", true), ("\\!a.p8", "!a.p8", true),
    ("a.p8   ", "a.p8", true),
    ("a.p8\r", "a.p8", true), ("*.p8\n!a.p8", "a.p8", false), ("*.p8\n!a.p8", "b.p8", true),
    ("!a.p8\n*.p8", "a.p8", true), ("Keys/\n!Keys/a.p8", "Keys/a.p8", true),
    ("Keys/*\n!Keys/a.p8", "Keys/a.p8", false),
    ("", "a.p8", false), ("/", "a.p8", false), ("[", "a", false), ("鍵/", "鍵/a.p8", true), ("a\\", "a", false),
  ])
  func patterns(_ text: String, _ path: String, _ isIgnored: Bool) {
    #expect(rules([".gitignore": text]).ignores(path) == isIgnored)
  }

  @Test func deeperFilesComeLater() {
    let rules = rules([".gitignore": "*.p8", "App/.gitignore": "!a.p8\n/b.txt"])
    #expect(rules.ignores("a.p8") && !rules.ignores("App/a.p8") && rules.ignores("App/x/b.p8"))
    #expect(rules.ignores("App/b.txt") && !rules.ignores("b.txt") && !rules.ignores("App/x/b.txt"))
  }

  @Test func manyStarsEnd() {
    let pattern = String(repeating: "*a", count: 500)
    #expect(!rules([".gitignore": pattern]).ignores(String(repeating: "a", count: 4000) + "b"))
    let folders = Array(repeating: "**", count: 200).joined(separator: "/") + "/x"
    #expect(!rules([".gitignore": folders]).ignores(Array(repeating: "a", count: 200).joined(separator: "/")))
  }
}
