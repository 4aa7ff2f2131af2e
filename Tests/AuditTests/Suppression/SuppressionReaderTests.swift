import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What comments say about suppressions.
@Suite struct SuppressionReaderTests {
  private func read(_ source: String) -> [SourceSuppression] {
    let text = TextSource(path: "A.swift", bytes: Array(source.utf8))
    return SuppressionReader.suppressions(in: text, CommentScanner.comments(in: SwiftSource(text)))
  }

  private func read(_ source: String, _ style: CommentScanner.Style) -> [SourceSuppression] {
    let text = TextSource(path: "A", bytes: Array(source.utf8))
    return SuppressionReader.suppressions(in: text, CommentScanner.comments(in: text.bytes, style: style))
  }

  @Test func everyPartIsRead() throws {
    let one = try #require(
      read("a()  // omamori:ignore weak-hash, ecb-mode until 2027-01-31 by Aoi Mori -- public data -- really")
        .first)
    #expect(one.rules == ["weak-hash", "ecb-mode"] && one.lines == 1...1)
    #expect(one.expires == CalendarDay("2027-01-31") && one.author == "Aoi Mori")
    #expect(one.reason == "public data -- really")
    #expect(one.snippet.hasPrefix("// omamori:ignore") && one.region.startColumn == 6)
  }

  @Test(arguments: [
    ("a()\nb() // omamori:ignore x -- r\nc()", 2...2),
    ("// omamori:ignore x -- r\n\n// more words\nb()\nc()", 1...4),
    ("// omamori:ignore x -- r\n// omamori:ignore y -- r\nb()", 1...3),
    ("a() // omamori:ignore-next x -- r\nb()\nc()", 2...2),
    ("a() /* omamori:ignore x -- r */", 1...1),
    ("a()\n// omamori:ignore-file x -- r\nb()", 1...3),
    ("a()\n// omamori:ignore-begin x -- r\nb()\n// omamori:ignore-end\nc()", 2...4),
    ("/// omamori:ignore x -- r\nfunc a() {}", 1...2),
    ("a()\n// omamori:ignore x -- r", 2...2),
  ])
  func itHoldsForTheLines(source: String, lines: ClosedRange<Int>) {
    #expect(read(source).first?.lines == lines)
  }

  @Test func partsCanLieInParts() {
    let found = read(
      """
      // omamori:ignore-begin a -- r
      // omamori:ignore-begin b -- r
      x()
      // omamori:ignore-end
      // omamori:ignore-end
      // omamori:ignore-end
      // omamori:ignore-begin c -- r
      """)
    #expect(found.map(\.lines) == [1...5, 2...4, 7...7])
    #expect(found.map(\.isOpen) == [false, false, true])
  }

  @Test(arguments: [
    "let a = \"// omamori:ignore x -- r\"", "let a = #\"\"\"\n// omamori:ignore x -- r\n\"\"\"#",
    "// write omamori:ignore x -- r", "// omamori:ignored x -- r", "// omamori: ignore x -- r",
    "a() // ignore x",
    "// omamori:ignore-never x -- r",
  ])
  func whatIsNoneIsNotRead(source: String) { #expect(read(source).isEmpty) }

  @Test(arguments: [
    "// omamori:ignore x", "// omamori:ignore x --", "// omamori:ignore x -- ...",
    "// omamori:ignore x reason",
  ])
  func aReasonHasWords(source: String) {
    let one = read(source + "\na()").first
    #expect(one?.reason == nil && one?.rules.first == "x")
  }

  @Test func otherKindsOfFilesHaveTheirOwnComments() {
    let plist = "<dict>\n  <!-- omamori:ignore ats-weak-tls reason: old server -->\n  <key>A</key>\n</dict>"
    let one = read(plist, .markup).first
    #expect(one?.rules == ["ats-weak-tls"] && one?.reason == "old server" && one?.lines == 2...3)
    let podfile = "pod 'A', :git => 'http://a/#omamori:ignore' # omamori:ignore x -- ours\n"
    #expect(read(podfile, .hash).map(\.rules) == [["x"]])
    let settings = "// omamori:ignore x — why\nA = \"// omamori:ignore y -- r\" /* omamori:ignore z -- r */\n"
    #expect(read(settings, .slashes).map(\.rules) == [["x"], ["z"]])
    #expect(read("<!-- omamori:ignore x -- r", .markup).first?.rules == ["x"])
    #expect(read("a 'open # omamori:ignore x -- r\n# omamori:ignore y -- r", .hash).map(\.rules) == [["y"]])
  }

  @Test func thereAreBounds() {
    let many = String(repeating: "// omamori:ignore x -- r\n", count: SuppressionReader.limit + 50)
    #expect(read(many, .slashes).count == SuppressionReader.limit)
    let wide = "// omamori:ignore " + (0..<100).map { "r\($0)" }.joined(separator: ",")
    #expect(read(wide, .slashes).first?.rules.count == 32)
    let long = "// omamori:ignore x " + String(repeating: "y", count: 5_000) + " -- r"
    #expect(read(long, .slashes).first?.reason == nil)
  }
}
