import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct StringLengthMixedTests {
  @Test(arguments: [
    "func all(_ text: String) { regex.matches(in: text, range: ⟦NSRange(location: 0, length: text.count)⟧) }",
    "func moon() { let text = \"🌕 full\"; let all = ⟦NSRange(location: 0, length: text.count)⟧ }",
    "regex.matches(in: line, range: ⟦NSMakeRange(0, line.count)⟧)",
    "let all = ⟦NSRange(location: 0, length: label.text!.count)⟧",
    "let all = ⟦NSRange(0..<text.utf8.count)⟧; let text: String = load()",
    "func mask(_ text: String) { let length = text.count; note.addAttributes(hidden, range: ⟦NSRange(location: 0, length: length)⟧) }",
    "func mask(_ text: String) { let range = ⟦NSRange(location: text.count - 4, length: 4)⟧ }",
    "func mask(_ text: String) { let range = ⟦NSRange(location: text.distance(from: text.startIndex, to: end), length: 4)⟧ }",
    "func cut(_ text: String) { let short = (text as NSString).substring(to: ⟦text.count - 1⟧) }",
    "func cut(_ text: String, _ range: NSRange) { let at = text.index(text.startIndex, offsetBy: ⟦range.location⟧) }",
    "func cut(_ text: String, _ range: NSRange) { let head = text.prefix(⟦range.location⟧) }",
    "func cut(_ text: String) { let head = text.dropFirst(⟦(text as NSString).length - 2⟧) }",
    "func mask(_ text: String) { let range = ⟦NSRange(location: 0, length: width(of: text))⟧ }; func width(of text: String) -> Int { text.count }",
    "func cut(_ text: String) { let space = (text as NSString).range(of: \" \"); let head = text.prefix(⟦space.location⟧) }",
  ])
  func speaks(_ source: String) { expect(StringLengthMixed.self, in: source, severity: .low) }

  @Test(arguments: [
    "func all(_ text: String) { regex.matches(in: text, range: NSRange(location: 0, length: text.utf16.count)) }",
    "func all(_ text: String) { regex.matches(in: text, range: NSRange(location: 0, length: (text as NSString).length)) }",
    "func all(_ text: String) { regex.matches(in: text, range: NSRange(text.startIndex..., in: text)) }",
    "func all(_ text: NSString) { regex.matches(in: text as String, range: NSRange(location: 0, length: text.length)) }",
    "func all(_ items: [String]) { let rows = NSRange(location: 0, length: items.count) }",
    "func all(_ data: Data) { let rows = NSRange(location: 0, length: data.count) }",
    "let rows = NSRange(location: 0, length: sections.count)",
    "func cut(_ text: String, _ range: NSRange) { let at = text.utf16.index(text.startIndex, offsetBy: range.location) }",
    "func cut(_ text: String) { let head = text.prefix(text.count - 2) }",
    "func cut(_ text: String, _ range: NSRange) { let at = String.Index(utf16Offset: range.location, in: text) }",
    "func cut(_ data: Data, _ range: NSRange) { let head = data.prefix(range.location) }",
    "func cut(_ text: NSString) { let head = text.substring(to: text.length) }",
    "func cut(_ text: String, _ place: Place) { let head = text.prefix(place.length) }",
    "func all(_ url: URL) { let text = url.absoluteString; let all = NSRange(location: 0, length: text.count) }",
    "func indent() { let bullet = \"\\t• \"; let all = NSRange(location: 0, length: bullet.count) }",
  ])
  func isSilent(_ source: String) { expect(StringLengthMixed.self, in: source) }

  @Test(arguments: [
    "func mask(_ text: String) { note.addAttributes(hidden, range: ⟦NSRange(location: 0, length: text.count)⟧) }",
    """
    let scheme = try! NSRegularExpression(pattern: "^https?://")
    func plain(_ text: String) -> String {
      scheme.stringByReplacingMatches(in: text, range: ⟦NSRange(location: 0, length: text.count)⟧, withTemplate: "")
    }
    """,
  ])
  func aShortRangeThatDoesNoHarmIsDoubtful(_ source: String) {
    expect(StringLengthMixed.self, in: source, severity: .low, confidence: .low)
  }
}
