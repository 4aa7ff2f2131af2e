import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// A tree that waits for the second look saves parsing; nothing else may depend on it.
@Suite struct KeptTreesTests {
  private let helper = SourceFile(
    path: "App/Answer.swift",
    contents: Array(
      """
      struct Answer {
        func text(of url: URL) -> String { url.query ?? "" }
      }
      """.utf8))
  private let caller = SourceFile(
    path: "App/Page.swift",
    contents: Array(
      """
      func open(_ url: URL, _ answer: Answer, _ web: WKWebView) {
        web.evaluateJavaScript(answer.text(of: url))
      }
      """.utf8))

  private func source(_ file: SourceFile) throws -> TextSource {
    TextSource(path: file.path, context: file.context, bytes: Array(try file.text().utf8))
  }

  private func results(_ files: [SourceFile], keepsTrees: Bool) async throws -> [FileResult] {
    let auditor = FileAuditor(rules: RuleSelection(), flags: [])
    let first = files.map { auditor.audit($0) }
    let texts = try files.map { try source($0) }
    // The other file asks nothing, so it is not looked at again.
    for text in texts {
      #expect((auditor.trees.tree(of: text) != nil) == (text.path == caller.path))
    }
    if !keepsTrees { auditor.trees.removeAll() }
    let known = try await Looks(auditor: auditor).complete(first) { auditor, places in
      for place in places {
        #expect((auditor.trees.tree(of: texts[place]) != nil) == keepsTrees)
      }
      return places.map { auditor.audit(files[$0]) }
    }
    #expect(known.again > 0)
    #expect(auditor.trees.size == 0)
    return known.results
  }

  @Test(arguments: [false, true]) func aKeptTreeSaysWhatAnotherParseSays(isReversed: Bool) async throws {
    let files = isReversed ? [caller, helper] : [helper, caller]
    let kept = try await results(files, keepsTrees: true)
    let parsed = try await results(files, keepsTrees: false)
    #expect(kept.map(\.findings) == parsed.map(\.findings))
    #expect(kept.map(\.exports) == parsed.map(\.exports))
    #expect(kept.map(\.wants) == parsed.map(\.wants))
  }

  @Test func whatHasChangedMeanwhileIsParsedAgain() throws {
    let auditor = FileAuditor(rules: RuleSelection(), flags: [])
    _ = auditor.audit(caller)
    let text = try source(caller)
    #expect(auditor.trees.tree(of: text) != nil)
    let changed = TextSource(path: text.path, context: text.context, bytes: text.bytes + [0x0A])
    #expect(auditor.trees.tree(of: changed) == nil)
  }

  /// A tree takes a hundred times the memory of its source.
  @Test func treesOfFewBytesAreKept() throws {
    let auditor = FileAuditor(rules: RuleSelection(), flags: [])
    let lines = (0..<400).map { "  web.evaluateJavaScript(answer.text(of: url, \($0)))\n" }.joined()
    let body = "func open(_ url: URL, _ answer: Answer, _ web: WKWebView) {\n" + lines + "}\n"
    for index in 0..<12 {
      _ = auditor.audit(SourceFile(path: "App/\(index).swift", contents: Array(body.utf8)))
    }
    #expect(body.utf8.count * 12 > 2 * KeptTrees.mostWaiting)
    #expect(auditor.trees.size > 0 && auditor.trees.size <= KeptTrees.mostWaiting)

    let long = body + String(repeating: "// a long file\n", count: 4_096)
    let file = SourceFile(path: "App/Long.swift", contents: Array(long.utf8))
    _ = auditor.audit(file)
    let text = try source(file)
    #expect(auditor.trees.tree(of: text) == nil)
  }

  @Test func aLongFileHasTheMemoryForItself() throws {
    let auditor = FileAuditor(rules: RuleSelection(), flags: [])
    _ = auditor.audit(caller)
    #expect(auditor.trees.size > 0)
    let long = String(repeating: "// nothing but remarks\n", count: 30_000)
    _ = auditor.audit(SourceFile(path: "App/Long.swift", contents: Array(long.utf8)))
    #expect(auditor.trees.size == 0)
  }
}
