import Testing

@testable import CommandLineKit

@Suite("Text") struct TextTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("お守り", 6), ("ｶﾞ", 2), ("Ａ", 2), ("e\u{301}", 1), ("が", 2), ("か\u{3099}", 2),
    ("✅", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("👨‍👩‍👧", 2), ("한", 2), ("a\u{200B}b", 2), ("─", 1), ("、", 2),
    ("\u{1B}", 0),
  ])
  func countsColumns(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 100, ["one two three"]),
    ("unbreakable", 4, ["unbreakable"]),
    ("one\n\ntwo", 10, ["one", "", "two"]),
    ("  spaced   out  ", 20, ["spaced out"]),
    ("", 10, [""]),
    ("鍵を守ります", 6, ["鍵を守", "ります"]),
    ("鍵です。次", 6, ["鍵で", "す。次"]),
    ("あい「う」", 6, ["あい", "「う」"]),
    ("omamori を使う", 10, ["omamori を", "使う"]),
    ("チェック", 6, ["チェッ", "ク"]),
    ("ab、cd", 4, ["ab、", "cd"]),
  ])
  func wraps(text: String, width: Int, lines: [String]) {
    #expect(TextWrap.lines(text, width: width) == lines)
  }

  @Test func neverExceedsTheWidthOfBreakableText() {
    let text = "設定ファイル (omamori.json) を読み、アプリの「弱点」を探します。Findings are printed、と書きます。"
    for width in 16...60 {
      for line in TextWrap.lines(text, width: width) {
        #expect(DisplayWidth.of(line) <= width)
        #expect(!line.hasPrefix("。") && !line.hasPrefix("、") && !line.hasSuffix("「"))
      }
    }
  }

  @Test(
    arguments: [
      ("audti", "audit"), ("Audit", "audit"), ("completion", "completions"), ("comp", "completions"),
      ("xyz", nil), ("", nil), (String(repeating: "a", count: 100_000), nil), ("--formt", "--format"),
      ("mna", "man"),
      ("pi", "pin"), ("a", nil),
    ] as [(String, String?)]
  )
  func suggests(word: String, expected: String?) {
    #expect(
      Suggestion.closest(to: word, among: ["audit", "completions", "--format", "man", "pin", "scan"])
        == expected
    )
  }

  @Test(arguments: [
    ("", "abc", 3), ("ab", "ba", 1), ("kitten", "sitting", 3), ("same", "same", 0), ("ca", "abc", 3),
  ])
  func measuresDistance(a: String, b: String, distance: Int) {
    #expect(Suggestion.distance(a, b) == distance)
    #expect(Suggestion.distance(b, a) == distance)
  }
}
